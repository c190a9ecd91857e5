import type { Fault, FaultCode } from '$lib/host'
import { locale } from './locale.svelte'

type Details = Fault['details']
type Sentence = (details: Details) => string

const fileOr = (details: Details, otherwise: string) => details.path ?? otherwise

/** The sentence for each fault code: what happened and what the writer can do. */
export const sentences: Record<FaultCode, { en: Sentence; zh: Sentence }> = {
  INVALID_ARGUMENT: {
    en: (d) => {
      if (d.limit) return `A rule has room for ${d.limit} characters. Shorten it, or write several rules.`
      if (d.field === 'sentence') return 'A rule is a sentence without the marks of an HTML comment, such as “<!--”. Take them out and save it again.'
      return 'That could not be used as it is. Change it and try again.'
    },
    zh: (d) => {
      if (d.limit) return `一条规则最多 ${d.limit} 个字，请缩短，或分写成几条规则。`
      if (d.field === 'sentence') return '规则是一句话，其中不能有 HTML 注释的记号，如“<!--”。请去掉后再保存。'
      return '这样的内容无法使用，请修改后再试。'
    },
  },
  REQUEST_TOO_LARGE: {
    en: () => 'That is more than the desk takes at once. Nothing was changed; do it in smaller parts.',
    zh: () => '一次的内容太多，书桌无法接收。未作任何修改，请分几次进行。',
  },
  NOT_FOUND: {
    en: (d) =>
      d.path
        ? `${d.path} is no longer there. Put it back, or go on with another file.`
        : 'That is no longer there; it may have been removed elsewhere. Go on with something else.',
    zh: (d) =>
      d.path
        ? `${d.path} 已不存在。请将它放回原处，或继续写其他文件。`
        : '该内容已不存在，可能在别处被删除了。请选择其他内容继续。',
  },
  CONFLICT: {
    en: (d) =>
      d.proposalId
        ? 'That change was decided before, or your line no longer stands as it did. Nothing was changed.'
        : d.questionId
        ? 'That question was answered elsewhere, or what it was about is gone. Nothing was changed; go on with the next one.'
        : 'Something else is already under way here. Wait for it to finish, then try again.',
    zh: (d) =>
      d.proposalId
        ? '这处改动之前已经决定过，或者你的这一行已经变了。未作任何修改。'
        : d.questionId
        ? '这个提问已在别处回答，或所问的规则已不存在。未作任何修改，请继续看下一个。'
        : '另一项操作正在进行，请等它结束后再试。',
  },
  MEMORY_EPISODE_WRITE_FAILED: {
    en: () => 'Your choice stands in the text but could not be remembered. Check that the memory folder can be written.',
    zh: () => '正文已按你的选择修改，但未能记入记忆。请检查记忆文件夹是否可写。',
  },
  MEMORY_CAPACITY_EXCEEDED: {
    en: (d) => `There is more than there is room for: ${d.activeCount ?? 'more'} of ${d.budget ?? 'fewer'}. Nothing was lost.`,
    zh: (d) => `超出了容量：现有 ${d.activeCount ?? '更多'} 条，上限为 ${d.budget ?? '更少'} 条。没有丢失任何内容。`,
  },
  MEMORY_CLEANUP_FAILED: {
    en: () => 'Old choices that have faded could not be shortened. Nothing was lost; it is tried again tomorrow.',
    zh: () => '已淡去的旧选择未能压缩。没有丢失任何内容，明天会再试。',
  },
  MEMORY_CONFIDENCE_OUT_OF_RANGE: {
    en: () => 'A confidence lies between 0 and 1. Nothing was changed.',
    zh: () => '置信度须在 0 到 1 之间，未作任何修改。',
  },
  MEMORY_DISTILL_LLM_UNAVAILABLE: {
    en: () => 'The language model did not answer. Your rules are as they were; the next update tries again.',
    zh: () => '语言模型没有应答，规则保持原样，下次更新时会再试。',
  },
  MEMORY_READ_ONLY: {
    en: (d) => `The memory in ${fileOr(d, 'this folder')} cannot be changed, so nothing is learned here. Mend it and open the folder again; your manuscripts are not affected.`,
    zh: (d) => `${fileOr(d, '此文件夹')} 里的记忆无法改动，因此这里不学习。请修复后重新打开文件夹；文稿不受影响。`,
  },
  MEMORY_FILE_UNUSABLE: {
    en: (d) => `${fileOr(d, 'A memory file')} cannot be read or written and was left as it is. Save it as UTF-8 text.`,
    zh: (d) => `${fileOr(d, '某个记忆文件')} 无法读写，已原样保留。请将它另存为 UTF-8 文本。`,
  },
  MEMORY_GLOBAL_UNAVAILABLE: {
    en: (d) => `${fileOr(d, 'The memory of all projects')} cannot be used. The rules of this project go on; check that its disk is connected and that it may be written.`,
    zh: (d) => `无法使用 ${fileOr(d, '所有项目共用的记忆')}。本项目的规则照常生效，请检查磁盘是否已连接、该处是否可写。`,
  },
  MEMORY_MESSAGE_TOO_LARGE: {
    en: () => 'One message is too long for a language model to read at once. Nothing was written; shorten or split it.',
    zh: () => '有一条消息太长，语言模型无法一次读完。未写入任何内容，请缩短或拆分这条消息。',
  },
  MEMORY_MODEL_UNAVAILABLE: {
    en: () => 'The language model cannot be reached. The messages wait; try again when it can.',
    zh: () => '暂时连不上语言模型。消息都在，等能连上时再试。',
  },
  MEMORY_REPLY_UNUSABLE: {
    en: () => 'The language model did not answer with what was asked for. Nothing was written; try again or use another model.',
    zh: () => '语言模型的回答不是所要的内容。未写入任何内容，请重试或换一个模型。',
  },
  MEMORY_UNACCOUNTED: {
    en: () => 'A line of a memory file would have been lost, so nothing was written.',
    zh: () => '记忆文件里会有一行丢失，因此没有写入任何内容。',
  },
  MEMORY_RISK_TOO_HIGH: {
    en: (d) => `${d.total || 'Too many'} lines would go, which is a high risk. Nothing was changed; look at them first, or archive the days whole.`,
    zh: (d) => `将有 ${d.total || '太多'} 行被移走，风险较高。没有改动任何内容，请先查看，或把这些日子整份归档。`,
  },
  MEMORY_RESTORE_CONFLICT: {
    en: (d) =>
      `${d.files || 'What that change did'} cannot go back as it was: it has changed since, or what was there before is not kept. Nothing was restored; restore the other files, or merge.`,
    zh: (d) => `${d.files || '这次改动的内容'} 之后又变过，或没有留下原来的内容，无法直接撤回。未作任何修改；可以只撤回其他文件，或选择合并。`,
  },
  MEMORY_INDEX_UNAVAILABLE: {
    en: () => 'The index cannot be read. Your files are safe; opening the project again rebuilds it.',
    zh: () => '索引暂时无法读取。文件都在，重新打开项目即可重建。',
  },
  AI_OFF: {
    en: () => 'Suggestions and learning are turned off. Turn them on in the settings first.',
    zh: () => '建议与学习已关闭，请先在设置中开启。',
  },
  PROJECT_NOT_OPEN: {
    en: () => 'No project is open. Open a folder first.',
    zh: () => '尚未打开项目，请先打开一个文件夹。',
  },
  PROJECT_UNAVAILABLE: {
    en: (d) => `${fileOr(d, 'The project folder')} cannot be reached. Check that the disk is connected, or open another folder.`,
    zh: (d) => `无法访问 ${fileOr(d, '项目文件夹')}。请检查磁盘是否已连接，或打开其他文件夹。`,
  },
  FOLDER_NOT_CHOSEN: {
    en: (d) => `${fileOr(d, 'That folder')} was not chosen by you, so it was not touched. Choose the folder in the dialog of the system.`,
    zh: (d) => `${fileOr(d, '该文件夹')} 不是你亲自选定的，因此未作处理。请在系统的对话框中选择这个文件夹。`,
  },
  WRITE_DENIED: {
    en: (d) => `${fileOr(d, 'This place')} may not be written. What you typed is kept here; allow writing and it is saved.`,
    zh: (d) => `${fileOr(d, '此处')} 不允许写入。你输入的内容仍在编辑器里，放开权限后会自动保存。`,
  },
  DISK_FULL: {
    en: () => 'The disk is full. What you typed is kept here; free some space and it is saved.',
    zh: () => '磁盘已满。你输入的内容仍在编辑器里，腾出空间后会自动保存。',
  },
  FILE_CHANGED: {
    en: (d) => `${fileOr(d, 'This file')} was changed by another program, so it was not overwritten.`,
    zh: (d) => `${fileOr(d, '此文件')} 已被其他程序修改，因此没有覆盖它。`,
  },
  FILE_ENCODING: {
    en: (d) => `This file is written in ${d.encoding ?? 'an older encoding'}, which has no sign for some of what you typed. What you typed is kept here.`,
    zh: (d) => `这个文件的编码是 ${d.encoding ?? '旧编码'}，其中没有你输入的某个字。你输入的内容仍在编辑器里。`,
  },
  FILE_NOT_UTF8: {
    en: (d) => `The desk cannot read the letters of ${fileOr(d, 'this file')}: it does not know their encoding. Save the file as UTF-8 to open it here.`,
    zh: (d) => `${fileOr(d, '此文件')} 的文字编码无法识别。请转存为 UTF-8 后再打开。`,
  },
  FILE_TOO_LARGE: {
    en: (d) => `${fileOr(d, 'This file')} is larger than the desk opens. Split it into chapters.`,
    zh: (d) => `${fileOr(d, '此文件')} 过大，无法打开。请按章节拆分。`,
  },
  NAME_TAKEN: {
    en: (d) => `${fileOr(d, 'Something with this name')} is there already, so nothing was changed. Use another name or another place.`,
    zh: (d) => `${fileOr(d, '同名的文件或文件夹')} 已经存在，未作改动。请换一个名字或位置。`,
  },
  NAME_UNUSABLE: {
    en: (d) =>
      `${d.name ? `“${d.name}”` : 'That'} cannot be a name. Leave out / \\ : * ? " < > |, and a dot or a blank at either end; keep it short.`,
    zh: (d) => `${d.name ? `“${d.name}”` : '这'}不能用作名字。请去掉 / \\ : * ? " < > |，首尾不要有点或空格，也不要太长。`,
  },
  WORKFLOW_UNUSABLE: {
    en: (d) =>
      `The file ${d.path ?? 'workflow.toml'} should say where the memory of this project is, but it cannot be read, or names no folder inside the project. Correct it or remove it; without it the memory is the folder “memory”.`,
    zh: (d) => `文件 ${d.path ?? 'workflow.toml'} 本应写明本项目的记忆在哪里，但它无法读取，或写的不是项目里的文件夹。请改正或删除它；没有它时，记忆就在 memory 文件夹里。`,
  },
  ORDER_UNUSABLE: {
    en: (d) => `The file ${d.path ?? 'manuscripts.toml'} should hold the order of the chapters, but it cannot be read. It was left as it is, and the files stand in the order of their names. Correct it or remove it.`,
    zh: (d) => `文件 ${d.path ?? 'manuscripts.toml'} 本应记着各章的次序，但它无法读取。它未被改动，文件按名字排列。请改正或删除它。`,
  },
  OUTSIDE_PROJECT: {
    en: () => 'That lies outside the project folder, or is a link the desk does not follow. It was not touched.',
    zh: () => '该路径在项目文件夹之外，或者是札记不会跟随的链接，未作处理。',
  },
  IO: {
    en: (d) => `The disk did not answer as it should${d.path ? ` for ${d.path}` : ''}. Try again in a moment.`,
    zh: (d) => `磁盘读写出错${d.path ? `（${d.path}）` : ''}，请稍后再试。`,
  },
  FONT_MISSING: {
    en: (d) =>
      `No font on this machine has ${d.characters ?? 'some of the characters'}${Number(d.others ?? 0) > 0 ? ` and ${d.others} more` : ''}, so the pages would show boxes. The number behind a file is the line. Install a font that has them, such as Noto Color Emoji or Noto Serif CJK, write something else there, or export to another format.`,
    zh: (d) =>
      `本机没有字体能显示 ${d.characters ?? '文中的一些字'}${Number(d.others ?? 0) > 0 ? `，另有 ${d.others} 个` : ''}，印出来会是方框。文件名后的数字是行号。请安装有这些字的字体（如思源宋体、Noto Color Emoji），或改写那里，或改用其他格式导出。`,
  },
  UNPRINTABLE: {
    en: () => 'The pages could not be made: a font or a picture is broken. Leave out the pictures, or export to another format.',
    zh: () => '无法生成页面：有字体或图片损坏。请去掉图片，或改用其他格式导出。',
  },
  EXPORT_TOO_LARGE: {
    en: () => 'These manuscripts are too large for one file, so none was made. Export fewer of them at once.',
    zh: () => '所选稿件过大，无法放进一个文件，因此没有导出。请减少稿件，分几次导出。',
  },
  NOTHING_IMPORTED: {
    en: (d) =>
      `No chosen file could be read, so nothing was imported and no folder was made.${d.path ? ` The first is ${d.path}.` : ''} Choose Word documents (.docx), text or Markdown that open in their own program.`,
    zh: (d) => `所选的文件都无法读取${d.path ? `（第一个是 ${d.path}）` : ''}，因此没有导入任何内容，也没有新建文件夹。请选择能正常打开的 Word 文档（.docx）、纯文本或 Markdown 文件。`,
  },
  DICTIONARY_UNUSABLE: {
    en: (d) => `The dictionary ${d.path ?? 'of this machine'} is broken, so no word is looked up. Install it anew, or put another one in its place.`,
    zh: (d) => `词典 ${d.path ?? ''} 已损坏，因此不检查拼写。请重新安装，或换一份词典。`,
  },
  STYLE_UNAVAILABLE: {
    en: () => 'The style check could not be started, so nothing is looked over. Turn it off and on again; if that does not help, install the desk anew.',
    zh: () => '英文用法检查无法启动，因此不作检查。请在设置中关闭后重新打开；如仍无效，请重新安装本软件。',
  },
  UNEXPECTED: {
    en: () => 'Something went wrong that should not have. Your text is safe; try again.',
    zh: () => '发生了意外错误。你的文字没有丢失，请再试一次。',
  },
}

/** Returns the sentence for a fault in the language of the interface. */
export function sayFault(fault: Fault): string {
  return sentences[fault.code][locale.current](fault.details)
}
