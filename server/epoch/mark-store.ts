import type { Config } from '../config.ts'
import { s3Files } from '../ports/files/s3-files.ts'
import { bucketMark, folderMark, type MarkStore } from './mark.ts'

/** The object store where there is one, because a snapshot of the machines does not restore it; else the data folder. */
export const markStoreOf = ({ dataDir, ports }: Pick<Config, 'dataDir' | 'ports'>): MarkStore =>
  ports.files.s3 === null ? folderMark(dataDir) : bucketMark(s3Files(ports.files.s3))
