import { uuidv7 } from '../../../schemas/uuid.ts'

/** Store of the files' bytes; rows describe the files (server/files). Keys are made by `fileKey`, never by a person. */
export interface Files {
  /** Resolves once the bytes are on disk (or the object store has accepted them): only then may a row name them. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** @throws MissingFile */
  get(key: string): Promise<Uint8Array>
  /** Nothing happens when there is no such file. */
  remove(key: string): Promise<void>
  /** Keys that begin with a folder (`<company>/`), or all of them. */
  list(folder?: string): AsyncIterable<string>
}

/** A key that the store does not hold. */
export class MissingFile extends Error {}

/** Folder of a company in the store; ends with a slash. */
export const companyFolder = (companyId: string): string => `${companyId.replace(/[^\w-]/g, '_')}/`

/**
 * A new key: it holds nothing of the file's name, and no two writes have the same. Its UUIDv7 tells when it was made, its end the hash of the bytes: bytes
 * whose row was lost can be found again (server/files/bytes/orphan-bytes.ts).
 */
export const fileKey = (companyId: string, sha256: string): string => `${companyFolder(companyId)}${uuidv7()}.${sha256}`

/** SHA-256 of the bytes under a key; null for a key of an older version, which does not say. */
export const hashOfKey = (key: string): string | null => /\.([0-9a-f]{64})$/.exec(key)?.[1] ?? null
