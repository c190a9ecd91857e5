import type { Command } from '$lib/commands'

/** Words that a writer may look for a command by and that its title lacks. A desk in one language finds both. */
export const OTHER_NAMES: Partial<Record<Command['id'], readonly string[]>> = {
  'file.trash': ['delete', '删除'],
  'file.up': ['order', 'reorder', '次序', '排序'],
  'file.down': ['order', 'reorder', '次序', '排序'],
  'file.versions': ['history', 'earlier versions', '历史', '旧稿'],
  'file.openFolder': ['open a folder', 'open a project', '打开文件夹', '打开项目'],
  'file.export': ['print', 'PDF', 'Word', 'EPUB', 'save as', '打印', '另存为'],
  'file.quit': ['quit', 'exit', '退出'],
  'edit.tidy': ['format the chapter', 'typography', 'quotes', 'indent', '整理标点', '缩进'],
  'go.outline': ['outline', 'table of contents', '大纲', '目录'],
  'view.counts': ['word count', 'statistics', '字数', '字数统计'],
  'view.days': ['calendar', 'daily words', 'diary', '日历', '日更'],
  'view.theme.paper': ['paper', 'light', '纸色', '浅色'],
  'view.theme.ink': ['ink', 'dark', 'dark mode', '墨色', '深色', '夜间'],
  'view.theme.contrast': ['high contrast', '高对比度'],
  'memory.pause': ['resume learning', '恢复学习'],
  'memory.tidy': ['upkeep', 'archive', '归档'],
  'memory.takeBack': ['restore', '恢复'],
  'memory.health': ['health', 'doctor', '健康', '诊断'],
  'memory.settings': ['memory of all projects', 'move the memory', '所有项目共用的记忆', '移动记忆'],
  'memory.commandLine': ['terminal', 'import choices', 'consolidate', 'rebuild the index', '终端', '导入选择', '整理对话', '重建索引'],
  'desk.settings': ['options', '选项'],
  'desk.language.en': ['language', '语言', '英文'],
  'desk.language.zh': ['language', 'Chinese', '语言'],
  'help.guide': ['help', 'manual', '帮助', '手册'],
}
