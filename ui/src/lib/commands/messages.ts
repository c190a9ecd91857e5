import { messages } from '$lib/i18n'
import type { CommandGroup } from './command'

export const t = messages(
  {
    palette: 'Go to a file or do something',
    ask: 'A file, or what you want to do',
    nothing: 'Nothing is called that.',
    files: 'Files',
    commands: 'Commands',
    menu: 'Menu',
    on: 'on',
    groups: {
      file: 'File',
      go: 'Go',
      edit: 'Edit',
      format: 'Format',
      view: 'View',
      memory: 'Memory',
      desk: 'Desk',
      help: 'Help',
    } satisfies Record<CommandGroup, string>,
  },
  {
    palette: '前往文件，或执行命令',
    ask: '文件名，或要做的事',
    nothing: '没有找到。',
    files: '文件',
    commands: '命令',
    menu: '菜单',
    on: '已开启',
    groups: {
      file: '文件',
      go: '前往',
      edit: '编辑',
      format: '格式',
      view: '显示',
      memory: '记忆',
      desk: '书桌',
      help: '帮助',
    },
  },
)
