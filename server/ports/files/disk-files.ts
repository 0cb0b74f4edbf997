import { type Disk, errors } from 'flydrive'
import { type Files, MissingFile } from './files.ts'

/** Files over a flydrive disk: the code that the folder and the object store share. */
export function diskFiles(disk: Disk): Files {
  return {
    put: (key, bytes) => disk.put(key, bytes),
    async get(key) {
      const pieces: Buffer[] = []
      try {
        // Not getBytes: for an empty file it returns the memory that Node keeps for small ones.
        for await (const piece of await disk.getStream(key)) pieces.push(piece as Buffer)
      } catch (error) {
        if (isMissing(error)) throw new MissingFile(key, { cause: error })
        throw error
      }
      return Buffer.concat(pieces)
    },
    remove: (key) => disk.delete(key),
    async *list(folder = '') {
      let paginationToken: string | undefined
      do {
        const page = await disk.listAll(folder === '' ? '/' : folder, {
          recursive: true,
          ...(paginationToken === undefined ? {} : { paginationToken }),
        })
        for (const file of page.objects) if (file.isFile) yield file.key
        paginationToken = page.paginationToken
      } while (paginationToken !== undefined)
    },
  }
}

function isMissing(error: unknown): boolean {
  const { code, name, $metadata } = ((error instanceof errors.E_CANNOT_READ_FILE ? error.cause : error) ?? {}) as {
    code?: string
    name?: string
    $metadata?: { httpStatusCode?: number }
  }
  return code === 'ENOENT' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404
}
