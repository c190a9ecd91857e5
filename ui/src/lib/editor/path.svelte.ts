/** Where an open file stands. Another program or the writer may give it another name, and whatever shows it follows. */
export class FilePath {
  path = $state('')

  constructor(path: string) {
    this.path = path
  }
}
