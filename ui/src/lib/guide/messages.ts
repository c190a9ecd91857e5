import { messages } from '$lib/i18n'

export const t = messages(
  { close: 'Close the guide', sections: 'Sections of the guide', noKey: 'no key' },
  { close: '关闭使用指南', sections: '指南的章节', noKey: '无快捷键' },
)
