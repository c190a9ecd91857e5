// Find and replace in the open manuscript, in the language of the interface.

import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import type { Locale } from '$lib/i18n'

/** CodeMirror speaks English by itself; its phrases are the keys. */
const CHINESE: Record<string, string> = {
  Find: '查找',
  Replace: '替换',
  next: '下一个',
  previous: '上一个',
  all: '全部',
  'match case': '区分大小写',
  regexp: '正则',
  'by word': '整词',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'current match': '当前匹配',
  'on line': '所在行',
  'replaced match on line $': '已替换第 $ 行的匹配',
  'replaced $ matches': '已替换 $ 处',
  'Go to line': '转到行',
  go: '转到',
  'Selection deleted': '已删除所选内容',
  'Control character': '控制字符',
}

/** Returns the find panel and its keys. */
export function find(): Extension {
  return [search({ top: true }), keymap.of(searchKeymap)]
}

/** Returns CodeMirror's own words in a language. */
export function phrases(locale: Locale): Extension {
  return locale === 'zh' ? EditorState.phrases.of(CHINESE) : []
}
