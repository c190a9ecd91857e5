// CodeMirror's own phrases in the language of the interface.

import { EditorState, type Extension } from '@codemirror/state'
import type { Locale } from '$lib/i18n'

/** The English phrases are the keys. */
const CHINESE: Record<string, string> = {
  'Go to line': '转到行',
  go: '转到',
  close: '关闭',
  'Selection deleted': '已删除所选内容',
  'Control character': '控制字符',
}

export function phrases(locale: Locale): Extension {
  return locale === 'zh' ? EditorState.phrases.of(CHINESE) : []
}
