import { messages } from '$lib/i18n'

/** The words of this feature. */
export const words = messages(
  {
    manuscript: (path: string) => `Manuscript ${path}`,
    memoryFile: (path: string) => `Memory file ${path}`,
    followedLater: 'A memory file. The desk follows what you change here as soon as you leave the text.',
    notSaved: (sentence: string) => `Not saved: ${sentence}`,
    changedOutside: 'Another program changed this file, and your text is another one.',
    takenOver: 'Another program changed this file; its text is shown now. Undo brings back what was here.',
    memoryGone: 'This file is no longer there: the desk or another program took it away. Your text is kept here.',
    memoryChanged: 'The desk or another program changed this file, and your text is another one.',
    memoryTakenOver: 'The desk or another program changed this file; its text is shown now. Undo brings back what was here.',
    gone: 'This file was moved, renamed or deleted elsewhere. Your text is kept here.',
    writeAgain: 'Write it again',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
  },
  {
    manuscript: (path) => `文稿 ${path}`,
    memoryFile: (path) => `记忆文件 ${path}`,
    followedLater: '记忆文件。你在这里的修改，离开正文后札记便会跟上。',
    notSaved: (sentence) => `未保存：${sentence}`,
    changedOutside: '其他程序修改了这个文件，与你的文字不同。',
    takenOver: '其他程序修改了这个文件，现在显示的是新的内容。撤销可找回原来的文字。',
    memoryGone: '这个文件已不在原处，由札记或其他程序移走。你的文字保留在这里。',
    memoryChanged: '札记或其他程序修改了这个文件，与你的文字不同。',
    memoryTakenOver: '札记或其他程序修改了这个文件，现在显示的是新的内容。撤销可找回原来的文字。',
    gone: '这个文件已在别处被移动、改名或删除。你的文字保留在这里。',
    writeAgain: '重新写入',
    keepMine: '保留我的',
    takeTheirs: '采用新的',
  },
)
