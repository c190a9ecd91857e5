import { afterEach } from 'vitest'
import { locale } from '$lib/i18n'

// The locale is one for the whole window; a test that changed it must not speak for the next one.
afterEach(() => locale.set('en'))

// jsdom lays nothing out; CodeMirror asks where text stands and takes no rectangles for an answer.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
