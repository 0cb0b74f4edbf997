import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../../schemas/imports.ts'
import { UnreadableFile } from './limits.ts'

/** A line of a file with its number there: 1 is the first. */
export interface Line {
  number: number
  cells: string[]
}

/** Rows and columns from 0, both ends included. */
export interface Area {
  top: number
  bottom: number
  left: number
}

/** The lines of a sheet that are not empty, and its merged areas. */
export interface Sheet {
  lines: Line[]
  merged: Area[]
}

export const tooManyRows = (): UnreadableFile =>
  new UnreadableFile(`Ce fichier a plus de ${MAX_IMPORT_ROWS} lignes. Partagez-le en plusieurs fichiers.`)
export const tooManyColumns = (): UnreadableFile =>
  new UnreadableFile(`Ce fichier a plus de ${MAX_IMPORT_COLUMNS} colonnes.`)
