import type { ReactNode } from 'react'
import type { Static, TSchema } from 'typebox'
import type { Entity, Fields } from '../../../../schemas/entity.ts'
import type { Option } from '../../../components/resource/search-select.tsx'
import type { Column, Sort } from '../list/use-sort.ts'

/** What a row's own buttons are told. */
export interface RowContext {
  companyId: string | null
  reload: () => void
}

/** The name of another record by the field that holds its id; the id while it is not known. */
export type Named = (field: string, id: string) => string

export interface ResourceColumn<R> extends Omit<Column<R>, 'value'> {
  value: (row: R, named: Named) => ReactNode
}

/** A list of the server and its form, declared: routes, screens and calls follow from it. */
export interface AdminResource<S extends TSchema = TSchema> {
  entity: Entity
  /** Below `/admin`, in the address. */
  name: string
  /** Its calls; the declaration's own path when it is left out. */
  path?: string
  scope: 'platform' | 'company'
  /** A row, and a whole record: what the server answers. */
  row: S
  record?: TSchema
  columns: readonly ResourceColumn<Static<S>>[]
  by: Sort
  /** The server cuts the list into pages. */
  paged?: true
  /** Words that are looked for in a row; without it the list has no search. */
  search?: (row: Static<S>) => string
  /** Fields of the form, in order; all that a body may set otherwise. */
  fields?: { create: readonly string[]; update: readonly string[] }
  /** Choices that only the server knows, by field; the list names records by them too. */
  options?: (asked: { companyId: string | null; signal: AbortSignal }) => Promise<Record<string, Option[]>>
  /** French words of the values of a choice, by field. */
  choices?: Record<string, Record<string, string>>
  hints?: Record<string, string>
  actions?: (row: Static<S>, context: RowContext) => ReactNode
  words: {
    title: string
    intro?: string
    create: string
    edit: string
    empty: string
    /** The verb of its removal, and the question before it. */
    remove: string
    confirmRemoval: (label: string) => string
    removed: string
  }
}

/** Path of its calls. */
export const pathOf = ({ path, entity }: Pick<AdminResource, 'path' | 'entity'>): string => path ?? entity.path

export const keyIn = (resource: Pick<AdminResource, 'entity'>, row: unknown): string =>
  String((row as Record<string, unknown>)[resource.entity.key])

/** Holds a declaration to its types and forgets the row's, which only its own columns read. */
export const defineAdminResource = <S extends TSchema, F extends Fields>(
  resource: Omit<AdminResource<S>, 'entity'> & { entity: Entity<string, F> },
): AdminResource => resource as unknown as AdminResource
