import { formatCount, messages } from '$lib/i18n'

export const t = messages(
  {
    manuscript: 'Manuscript',
    files: 'Files of the project',
    notSaved: 'not saved',
    copy: 'copy in conflict',
    copyOf: (name: string) => `A sync tool made this copy of “${name}” because two machines changed it at once.`,
    newFile: 'New file',
    newFolder: 'New folder',
    newFileIn: (folder: string) => (folder === '' ? 'Name of the new file' : `Name of the new file in ${folder}`),
    newFolderIn: (folder: string) => (folder === '' ? 'Name of the new folder' : `Name of the new folder in ${folder}`),
    rename: 'Rename',
    newName: (name: string) => `New name of ${name}`,
    moveTo: 'Move to…',
    folderToMoveTo: 'Find a folder, or name a new one',
    moveToNew: (folder: string) => `New folder “${folder}”`,
    theProject: 'The project folder',
    remove: 'Move to the trash',
    mergeCopy: (name: string) => `Merge into “${name}”`,
    actions: (name: string) => `Actions for ${name}`,
    unreachable: 'The folder cannot be reached. What you write is kept here until it is back.',
    removed: (name: string) => `“${name}” is in the trash.`,
    bringBack: 'Bring it back',
    copyMerged: (name: string, open: number) =>
      open === 0
        ? `The copy is merged into “${name}”. The copy is still there.`
        : `The copy is merged into “${name}”; ${open === 1 ? 'one place has' : `${formatCount(open)} places have`} two versions to choose from. The copy is still there.`,
    removeCopy: 'Move the copy to the trash',
    splitHere: 'Split chapter here',
    mergeNext: 'Merge with the next chapter',
    split: (first: string, second: string) => `“${first}” goes on in “${second}”.`,
    merged: (next: string, into: string) => `“${next}” is part of “${into}” now; its file is in the trash.`,
    undo: 'Undo',
    nothingToSplit: 'Put the caret where the new chapter begins. There has to be text before it.',
    setStatus: 'Status…',
    statuses: { draft: 'draft', revised: 'revised', done: 'done' },
    noStatus: 'none',
    statusIs: (status: string) => `status: ${status}`,
    whole: (length: string) => `The book: ${length}`,
    wholeOf: (count: number, target: string) => `${formatCount(count)} of ${target}`,
    bookTarget: 'Target for the book',
    followed: (from: string, to: string) => `Another program renamed or moved “${from}”. It is “${to}” now, with all you wrote.`,
  },
  {
    manuscript: '书稿',
    files: '项目文件',
    notSaved: '未保存',
    copy: '冲突副本',
    copyOf: (name) => `两台设备同时改了「${name}」，同步工具因此留下了这个副本。`,
    newFile: '新建文件',
    newFolder: '新建文件夹',
    newFileIn: (folder) => (folder === '' ? '新文件的名字' : `${folder} 中新文件的名字`),
    newFolderIn: (folder) => (folder === '' ? '新文件夹的名字' : `${folder} 中新文件夹的名字`),
    rename: '重命名',
    newName: (name) => `${name} 的新名字`,
    moveTo: '移到…',
    folderToMoveTo: '查找文件夹，或输入新文件夹的名字',
    moveToNew: (folder) => `新建文件夹「${folder}」`,
    theProject: '项目文件夹',
    remove: '移到废纸篓',
    mergeCopy: (name) => `并入「${name}」`,
    actions: (name) => `对 ${name} 的操作`,
    unreachable: '无法访问这个文件夹。在它恢复之前，你写的内容都保留在这里。',
    removed: (name) => `「${name}」已移到废纸篓。`,
    bringBack: '放回原处',
    copyMerged: (name, open) =>
      open === 0
        ? `副本已并入「${name}」，副本仍在原处。`
        : `副本已并入「${name}」，有 ${formatCount(open)} 处两个版本待选。副本仍在原处。`,
    removeCopy: '把副本移到废纸篓',
    splitHere: '在此拆分本章',
    mergeNext: '与下一章合并',
    split: (first, second) => `「${first}」的后半在「${second}」中。`,
    merged: (next, into) => `「${next}」已并入「${into}」，原文件在废纸篓里。`,
    undo: '撤销',
    nothingToSplit: '请把光标放在新一章开始的地方，它前面要有文字。',
    setStatus: '状态…',
    statuses: { draft: '草稿', revised: '修订', done: '完成' },
    noStatus: '无',
    statusIs: (status) => `状态：${status}`,
    whole: (length) => `全书 ${length}`,
    wholeOf: (count, target) => `${formatCount(count)}／${target}`,
    bookTarget: '全书的目标',
    followed: (from, to) => `其他程序把「${from}」改名或移走了，现在是「${to}」，你写的都在。`,
  },
)

/** The known states of a manuscript, in order. */
export const STATUSES = ['draft', 'revised', 'done'] as const

const KNOWN: Record<string, (typeof STATUSES)[number]> = {
  draft: 'draft',
  草稿: 'draft',
  revised: 'revised',
  修订: 'revised',
  修訂: 'revised',
  done: 'done',
  完成: 'done',
}

/** Returns the word for a status in the language of the desk; a word of the writer's own stays. */
export function sayStatus(status: string): string {
  const known = KNOWN[status.toLowerCase()]
  return known ? t.statuses[known] : status
}
