import { messages } from '$lib/i18n'

export const words = messages(
  {
    address: (target: string) => `${target}\nCtrl+click copies the address`,
    leadsTo: (target: string) => `${target}\nCtrl+click opens the file`,
    matter: 'About this file',
    noPicture: (alt: string) => `Picture not found${alt ? `: ${alt}` : ''}`,
    pictureOf: (alt: string) => alt || 'Picture',
    noNote: 'This note is nowhere in the text.',
  },
  {
    address: (target) => `${target}\nCtrl+单击复制地址`,
    leadsTo: (target) => `${target}\nCtrl+单击打开文件`,
    matter: '文件信息',
    noPicture: (alt) => `找不到图片${alt ? `：${alt}` : ''}`,
    pictureOf: (alt) => alt || '图片',
    noNote: '正文里没有这条注释。',
  },
)
