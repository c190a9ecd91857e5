import { getCurrentWebview } from '@tauri-apps/api/webview'
import { getCurrentWindow } from '@tauri-apps/api/window'
import { commands, events } from './bindings'
import type { Host } from './host'

/** Returns the host behind a Tauri window. */
export function tauriHost(): Host {
  return {
    openProject: commands.projectOpen,
    pickProject: commands.projectPick,
    currentProject: commands.projectCurrent,
    openSample: commands.projectSample,
    moveMemory: commands.memoryRootMove,
    workspace: commands.workspaceGet,
    keepWorkspace: async (workspace) => {
      await commands.workspacePut(workspace)
    },

    listFiles: commands.fileList,
    readFile: async (path) => {
      // A mark at the beginning is the writer's: the one that says how a file is encoded never crosses.
      const page = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(await commands.fileRead(path)))
      const end = page.lastIndexOf('\n')
      return { path, text: page.slice(0, end), hash: page.slice(end + 1) }
    },
    readPicture: async (path) => {
      const { mediaType, base64 } = await commands.pictureRead(path)
      return `data:${mediaType};base64,${base64}`
    },
    writeFile: commands.fileWrite,
    settleFile: commands.fileSettle,
    mergeFile: commands.fileMerge,
    listFolders: commands.folderList,
    createFile: commands.fileCreate,
    renameFile: commands.fileRename,
    removeFile: async (path) => {
      await commands.fileRemove(path)
    },
    restoreFile: async (path) => {
      await commands.fileRestore(path)
    },
    fileTexts: commands.fileTexts,
    replaceInFile: commands.fileReplace,
    revertFile: commands.fileRevert,

    journalKeystrokes: async (batch) => {
      await commands.draftAppend(batch)
    },
    listUnsaved: commands.draftList,
    recoverUnsaved: commands.draftRecover,

    listVersions: commands.versionList,
    readVersion: commands.versionRead,
    keepVersion: async (path, text) => {
      await commands.versionKeep(path, text)
    },

    undoHistory: commands.undoRead,
    keepUndoHistory: async (path, hash, history) => {
      await commands.undoWrite(path, hash, history)
    },
    exportFiles: commands.pressExport,
    importDocuments: commands.pressImport,

    spelling: commands.spellingGet,
    checkWords: commands.spellingCheck,
    suggestSpellings: commands.spellingSuggest,
    checkStyle: commands.styleCheck,
    addWord: async (word) => {
      await commands.spellingAdd(word)
    },

    offer: commands.skillOffer,

    recordEpisode: commands.memoryEpisodeRecord,
    queryEpisodes: (query) => commands.memoryEpisodeQuery({ ids: [], sceneType: null, limit: null, ...query }),

    listRules: commands.memorySemanticList,
    addRule: commands.memorySemanticAdd,
    updateRule: (id, patch) =>
      commands.memorySemanticUpdate(id, { text: null, category: null, confirmed: null, confidence: null, ...patch }),
    deleteRule: async (id) => {
      await commands.memorySemanticDelete(id)
    },
    promoteRule: commands.memoryScopePromote,
    demoteRule: commands.memoryScopeDemote,
    distill: (trigger) => commands.memorySemanticDistill(trigger ?? null),
    learning: commands.memoryLearningGet,
    pauseLearning: commands.memoryLearningPause,
    activity: commands.memoryActivityGet,
    observe: commands.memoryObserveGet,

    listQuestions: commands.memoryConflictList,
    answerQuestion: commands.memoryConflictResolve,

    memoryFiles: commands.memoryFileList,
    readMemoryFile: commands.memoryFileRead,
    writeMemoryFile: commands.memoryFileWrite,
    settleMemoryFile: async (path) => {
      await commands.memoryFileSettle(path)
    },
    fileStory: commands.memoryFileHistory,
    lineOrigin: commands.memoryLineOrigin,
    listProposals: commands.memoryProposalList,
    decideProposal: commands.memoryProposalDecide,
    upkeep: commands.memoryUpkeepLook,
    putInOrder: commands.memoryUpkeepApply,
    runs: commands.memoryRunList,
    restoreRun: commands.memoryRunRestore,
    health: commands.memoryHealthGet,

    settings: commands.memorySettingsGet,
    updateSettings: (patch) =>
      commands.memorySettingsUpdate({
        language: null,
        theme: null,
        zoom: null,
        page: null,
        writing: null,
        ai: null,
        keys: null,
        globalMemory: null,
        ...patch,
      }),

    onDistillProgress: (listener) => events.memoryDistillProgress.listen((event) => listener(event.payload)),
    onMemoryChanged: (listener) => events.memoryChanged.listen((event) => listener(event.payload)),
    onFileMoved: (listener) => events.deskFileMoved.listen((event) => listener(event.payload)),
    onFileChanged: (listener) => events.deskFileChanged.listen((event) => listener(event.payload)),
    onPressProgress: (listener) => events.deskPressProgress.listen((event) => listener(event.payload)),

    onOpen: (listener) => events.deskOpen.listen((event) => listener(event.payload)),

    toggleFullScreen: async () => {
      const window = getCurrentWindow()
      await window.setFullscreen(!(await window.isFullscreen()))
    },
    zoom: (factor) => getCurrentWebview().setZoom(factor),
    closeWindow: () => getCurrentWindow().destroy(),
    onCloseRequested: (handler) => getCurrentWindow().onCloseRequested(handler),
  }
}
