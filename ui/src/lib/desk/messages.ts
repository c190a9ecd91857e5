import type { EditorStatus } from '$lib/editor'
import type { NoticeKind } from '$lib/host'
import { formatCount, messages } from '$lib/i18n'

type NoticeSentences = Record<NoticeKind, (path: string, count: number) => string>

/** Words of the top bar, the status line, the welcome page and the notices. */
export const t = messages(
  {
    appName: 'Commonplace',
    openFolder: 'Open a folder',
    otherLanguage: '中文',
    otherLanguageHint: '切换到中文',
    showPanel: 'Show the memory panel',
    hidePanel: 'Hide the memory panel',
    showFiles: 'Show the files',
    hideFiles: 'Hide the files',
    theFile: 'The open file',
    memory: 'Memory',
    save: {
      saved: 'Saved',
      saving: 'Saving…',
      unsaved: 'Edited',
      failed: 'Not saved',
      conflict: 'Changed elsewhere',
      gone: 'No longer there',
    } satisfies Record<EditorStatus['save'], string>,
    session: (gain: number) => `session ${signed(gain)}`,
    target: (share: string) => `target ${share}`,
    selected: (count: number) => `${formatCount(count)} selected`,
    learning: (pending: number, batch: number) =>
      pending < batch
        ? `Learning on · next update in ${formatCount(batch - pending)} ${batch - pending === 1 ? 'choice' : 'choices'}`
        : 'Learning on · update after your next choice',
    paused: 'Learning paused',
    off: 'Suggestions and learning off',
    menu: 'Menu',
    palette: 'Go to a file or do something',
    search: 'Search',
    openFiles: 'Open files',
    closeFile: (name: string) => `Close ${name}`,
    updating: 'Updating preferences…',
    rewriter: 'Candidates by the built-in rewriter',
    welcome: {
      title: 'A desk that learns how you write',
      sentences: [
        'Open a folder of manuscripts: Markdown or plain text, yours, never converted.',
        'Select a passage and choose among rewordings; from what you choose and change, the desk learns your preferences.',
        'What it learns is kept in a file you can read and edit, inside your folder. Nothing leaves this machine.',
      ],
      sample: 'Try the sample project',
      guide: 'Read the guide',
      recent: 'Opened lately',
    },
    failingElsewhere: (count: number) => (count === 1 ? '1 other file not saved' : `${formatCount(count)} other files not saved`),
    closeAgain: (files: string[], reason: string) =>
      `${files.length > 0 ? `Not saved: ${files.join(', ')}. ` : ''}${reason} Close the window again to leave all the same.`,
    untitled: 'Untitled',
    showVersions: 'Show the versions of this file',
    hideVersions: 'Back to the page',
    recovered: (files: string[]) => `Text that was not saved when the desk ended is back in ${files.join(', ')}.`,
    unjournalled: (reason: string) => `What you type is not safe from a crash until it is saved. ${reason}`,
    unkept: (reason: string) => `Your text is saved, but could not be kept as a version everywhere. ${reason}`,
    copied: (address: string) => `Copied ${address}. The desk opens no address by itself.`,
    notCopied: (address: string) => `${address} could not be copied. The desk opens no address by itself.`,
    leadsNowhere: (target: string) => `“${target}” leads to no file of this project.`,
    choose: 'Choose a file on the left to begin.',
    noFiles: 'There is no Markdown or text file in this folder yet.',
    updated: (report: string) => `Preferences are up to date. ${report}.`,
    noChoices: 'No choice has been made in this project yet.',
    noQuestion: 'No question waits for you.',
    noProposal: 'No change to your own lines waits for you.',
    tidy: 'The memory files are in order.',
    noOutline: 'An outline needs two headings; this file has fewer.',
    notice: {
      journal_set_aside: (path) => `The last line of ${path} was cut short and has been set aside; every whole line is kept.`,
      index_rebuilt: () => 'The index was missing or damaged and has been rebuilt from your files.',
      run_recovered: () => 'An update was interrupted last time; it has been put in order.',
      memory_file_unusable: (path) => `${path} cannot be used as it is; save it as UTF-8 text. It was left untouched.`,
      not_followed: () => 'This system does not let the desk follow the folder just now: what other programs change in it shows at the next start. Close programs that watch many folders, such as sync tools, and open it again.',
      memory_not_moved: (path) =>
        `workflow.toml names another place for the memory, and it could not go there. It is used in ${path}, where it is; take away what stands in that place, or name another one.`,
      global_memory_unusable: (path) => `The memory of all projects in ${path} cannot be used; check that its disk is connected. The rules of this project go on.`,
      newer_lines: (_, count) =>
        `${count === 1 ? 'One entry' : `${formatCount(count)} entries`} in the memory of this project ${count === 1 ? 'comes' : 'come'} from a newer version of Commonplace. Nothing is lost: update Commonplace to read ${count === 1 ? 'it' : 'them'}.`,
      newer_run_unfinished: () => 'A newer version of Commonplace was interrupted while it changed the memory. Open this project with that version, which finishes the change.',
      clock_ahead: (_, count) =>
        `The clock of this computer says that this project was last used ${formatCount(count)} days ago. If the date is right, there is nothing to do. Until the project has been used on five days, nothing in its memory is shortened or put away for its age.`,
      clock_back: (_, count) =>
        `Some of this project is dated ${count === 1 ? 'a day' : `${formatCount(count)} days`} in the future. Check the date of this computer. If it is right, there is nothing to do: the clock was wrong before, and nothing was lost.`,
    } as NoticeSentences,
  },
  {
    appName: '札记',
    openFolder: '打开文件夹',
    otherLanguage: 'English',
    otherLanguageHint: 'Switch to English',
    showPanel: '显示记忆面板',
    hidePanel: '收起记忆面板',
    showFiles: '显示文件列表',
    hideFiles: '收起文件列表',
    theFile: '当前文件',
    memory: '记忆',
    save: {
      saved: '已保存',
      saving: '正在保存…',
      unsaved: '已修改',
      failed: '未能保存',
      conflict: '已在别处修改',
      gone: '文件已不存在',
    },
    session: (gain) => `本次 ${signed(gain)}`,
    target: (share) => `目标 ${share}`,
    selected: (count) => `已选 ${formatCount(count)} 字`,
    learning: (pending, batch) =>
      pending < batch
        ? `学习中 · 再有 ${formatCount(batch - pending)} 次选择就更新`
        : '学习中 · 下一次选择后更新',
    paused: '学习已暂停',
    off: '建议与学习已关闭',
    menu: '菜单',
    palette: '前往文件，或执行命令',
    search: '查找',
    openFiles: '打开的文件',
    closeFile: (name) => `关闭 ${name}`,
    updating: '正在更新偏好…',
    rewriter: '候选来自内置改写',
    welcome: {
      title: '一张懂你笔法的书桌',
      sentences: [
        '打开一个存放书稿的文件夹：Markdown 或纯文本，始终归你所有，不作任何转换。',
        '选中一段文字，在几种改写中取舍；你的每次选择与修改，都会让它更懂你的偏好。',
        '学到的内容写在文件夹里的一个文件中，可读可改。一切都留在这台电脑上。',
      ],
      sample: '用示例项目试试',
      guide: '阅读使用指南',
      recent: '最近打开',
    },
    failingElsewhere: (count) => `另有 ${formatCount(count)} 个文件未能保存`,
    closeAgain: (files, reason) =>
      `${files.length > 0 ? `未能保存：${files.join('、')}。` : ''}${reason}再次关闭窗口将直接离开。`,
    untitled: '无题',
    showVersions: '查看这个文件的历史版本',
    hideVersions: '回到正文',
    recovered: (files) => `札记上次关闭时还没保存的文字，已在${files.map((file) => `《${file}》`).join('、')}中找回。`,
    unjournalled: (reason) => `现在输入的文字在保存之前不能防意外关闭。${reason}`,
    unkept: (reason) => `文字已保存，但历史版本没能在各处都留下。${reason}`,
    copied: (address) => `已复制 ${address}。札记不会自行打开网址。`,
    notCopied: (address) => `未能复制 ${address}。札记不会自行打开网址。`,
    leadsNowhere: (target) => `「${target}」不指向本项目的任何文件。`,
    choose: '从左侧选择一个文件开始写作。',
    noFiles: '这个文件夹里还没有 Markdown 或文本文件。',
    updated: (report) => `偏好已更新：${report}。`,
    noChoices: '本项目里还没有选择。',
    noQuestion: '没有待答的提问。',
    noProposal: '没有对你自己文字的改动等你决定。',
    tidy: '记忆文件无需整理。',
    noOutline: '有两个标题才有大纲，这个文件的标题不足两个。',
    notice: {
      journal_set_aside: (path) => `${path} 的最后一行不完整，已另行存放；其余各行完好。`,
      index_rebuilt: () => '索引缺失或损坏，已根据文件重建。',
      run_recovered: () => '上次的更新中途中断，现已处理妥当。',
      memory_file_unusable: (path) => `${path} 无法使用，请另存为 UTF-8 文本。文件未被改动。`,
      not_followed: () => '系统暂时不允许札记跟踪这个文件夹：其他程序的修改要到下次启动时才会显示。请关闭监视大量文件夹的程序（如同步工具），再重新打开。',
      memory_not_moved: (path) => `workflow.toml 指定的记忆位置无法使用，记忆仍在 ${path} 里照常使用。请清空那个位置，或另选一个。`,
      global_memory_unusable: (path) => `无法使用 ${path} 中所有项目共用的记忆，请检查磁盘是否已连接。本项目的规则照常生效。`,
      newer_lines: (_, count) => `本项目的记忆中有 ${formatCount(count)} 条记录由更新版本的札记写入。内容都在，更新札记后即可读取。`,
      newer_run_unfinished: () => '更新版本的札记在改动记忆时中断了。请用那个版本打开本项目，它会把这次改动完成。',
      clock_ahead: (_, count) => `按这台电脑的时钟，本项目上次使用是在 ${formatCount(count)} 天前。日期若没错，就不用管；在用满五天之前，记忆里的内容不会因为时间久而缩短或移走。`,
      clock_back: (_, count) => `本项目有些内容的日期在 ${formatCount(count)} 天之后。请检查电脑的日期。日期若没错，就不用管：那是以前的时钟不准，内容都在。`,
    },
  },
)

/** Returns a gain with its sign. A true minus sign is as wide as the plus sign. */
function signed(count: number): string {
  return count < 0 ? `−${formatCount(-count)}` : `+${formatCount(count)}`
}
