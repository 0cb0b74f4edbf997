import type { ReactNode } from 'react'
import type { Static, TSchema } from 'typebox'
import type { Entity, Fields } from '../../../../schemas/entity.ts'
import type { Option } from '../../../forms/fields/search-select.tsx'
import { companyQuery } from '../companies/use-company-choice.ts'
import type { Column, Sort } from '../list/use-sort.ts'
import { adminApi } from '../online/admin-api.ts'

/** Given to a row's own buttons. */
export interface RowContext {
  companyId: string | null
  reload: () => void
}

/** The name of another record by the field that holds its id; the id while the name is not known. */
export type Named = (field: string, id: string) => string

export interface ResourceColumn<R> extends Omit<Column<R>, 'value'> {
  value: (row: R, named: Named) => ReactNode
}

/** A declared list of the server and its form: routes, screens and calls are made of it. */
export interface AdminResource<S extends TSchema = TSchema> {
  entity: Entity
  /** Below `/admin`, in the address. */
  name: string
  /** Path of its calls; the declaration's own path when it is left out. */
  path?: string
  scope: 'platform' | 'company'
  /** Shapes of a row and of a complete record in the server's answers. */
  row: S
  record?: TSchema
  columns: readonly ResourceColumn<Static<S>>[]
  by: Sort
  /** A record has a card of its own, which the list opens; without it the list opens the form. */
  card?: true
  /** The server pages the list. */
  paged?: true
  /** The text of a row that is searched; without it the list has no search. */
  search?: (row: Static<S>) => string
  /** Fields of the form, in order; by default all that a body may set. */
  fields?: { create: readonly string[]; update: readonly string[] }
  /** Options that only the server knows, by field; the list takes names of records from them too. */
  options?: (asked: { companyId: string | null; signal: AbortSignal }) => Promise<Record<string, Option[]>>
  /** French labels of the values of a choice, by field. */
  choices?: Record<string, Record<string, string>>
  hints?: Record<string, string>
  /** Rules of its form in addition to the declaration's. @param opened what the form showed first; null for a new record */
  check?: (
    opened: Record<string, unknown> | null,
    options: Record<string, Option[]>,
  ) => (values: Record<string, unknown>) => Record<string, string>
  actions?: (row: Static<S>, context: RowContext) => ReactNode
  words: {
    title: string
    intro?: string
    create: string
    edit: string
    empty: string
    /** The verb of its removal, and the question of the confirmation. */
    remove: string
    confirmRemoval: (label: string) => string
    removed: string
  }
}

/** Path of its calls. */
export const pathOf = ({ path, entity }: Pick<AdminResource, 'path' | 'entity'>): string => path ?? entity.path

export const keyIn = (resource: Pick<AdminResource, 'entity'>, row: unknown): string =>
  String((row as Record<string, unknown>)[resource.entity.key])

/** An address of a company's record names the company. */
export const withCompany = (href: string, companyId: string | null): string =>
  companyId === null ? href : `${href}?entreprise=${encodeURIComponent(companyId)}`

/** One record from the server. Rejects as `adminApi.one`. */
export const readRecord = (
  resource: AdminResource,
  { id, companyId, signal }: { id: string; companyId: string | null; signal: AbortSignal },
): Promise<Record<string, unknown>> =>
  adminApi.one(`${pathOf(resource)}/${encodeURIComponent(id)}`, resource.record ?? resource.row, {
    query: companyQuery(companyId),
    signal,
  }) as Promise<Record<string, unknown>>

/** Checks a declaration's types and drops the row's type, which only its own columns need. */
export const defineAdminResource = <S extends TSchema, F extends Fields>(
  resource: Omit<AdminResource<S>, 'entity'> & { entity: Entity<string, F> },
): AdminResource => resource as unknown as AdminResource
