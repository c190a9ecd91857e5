/** The path of an open file as reactive state. The writer or another program may rename the file. */
export class FilePath {
  path = $state('')

  constructor(path: string) {
    this.path = path
  }
}
