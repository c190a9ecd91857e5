/** A guide in one language, as the build plugin `guidePlugin.ts` produces it. */
declare module '*.md' {
  const guide: {
    readonly title: string
    /** HTML before the first section. */
    readonly opening: string
    readonly sections: readonly { readonly title: string; readonly html: string }[]
  }
  export default guide
}
