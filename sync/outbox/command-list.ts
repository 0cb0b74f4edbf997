import { COMMAND_NAMES, type CommandInput, type CommandName } from '../../schemas/commands.ts'
import type { ResourceRecord, SyncedResource } from '../../schemas/resources.ts'
import type { Snapshot } from './snapshot.ts'

export interface CreateOptions {
  /** RES-10: the user has seen the possible duplicates and continues. */
  skipDuplicateCheck?: boolean
  id?: string
}

/** For commands called by a form: what the form showed, which the edit is relative to (OUT-11). */
export interface EditOptions {
  /** Without it the edit is relative to what the record shows now: right for a single tap, wrong for a form that was open for a while. */
  base?: Snapshot | undefined
}

/** The same edit of one field in many records. */
export interface SetsEdit {
  /** A field that merges as a set of identifiers. */
  field: string
  add?: readonly string[]
  remove?: readonly string[]
}

/** What a command is called with: the record's id, and what `COMMANDS` says that a person gives to it. */
type Arguments<I> = undefined extends I
  ? [id: string, input?: undefined, options?: EditOptions]
  : [id: string, input: I, options?: EditOptions]

/** One for each of `COMMANDS`. @throws AppError with the words of INT-02 where a PV is missing */
type RecordCommands = { [A in CommandName]: (...given: Arguments<CommandInput<A>>) => Promise<void> }

/**
 * Local writes. Each resolves once the outbox holds it (strict durability) and the record shows it; none waits for the network. Bad input throws
 * AppError VALIDATION_ERROR, a record that is not on the device NOT_FOUND, and nothing is written.
 */
export interface Commands extends RecordCommands {
  create: <R extends SyncedResource>(
    resource: R,
    values: Partial<ResourceRecord<R>>,
    options?: CreateOptions,
  ) => Promise<string>
  update: <R extends SyncedResource>(
    resource: R,
    id: string,
    patch: Partial<ResourceRecord<R>>,
    options?: EditOptions,
  ) => Promise<void>
  remove: (resource: SyncedResource, id: string) => Promise<void>
  /** Adds items to a set of several records, or removes them there; each record is an edit of its own. @returns the ids of the records that changed */
  editSets: (resource: SyncedResource, ids: readonly string[], edit: SetsEdit) => Promise<string[]>
  /** Undoes the deletion of an appointment. */
  restore: (resource: 'rdv', id: string) => Promise<void>
  /**
   * OUT-13: several local writes that are one save. All of them are in the outbox, or none is: also where the phone stops in between, or is full. Each is of a record
   * of its own. Inside, call only the commands that `write` is given: any other one waits for the end of this one.
   * @returns what `write` returns; where it throws, nothing is written
   */
  together: <T>(write: (commands: Single) => Promise<T>) => Promise<T>
}

/** Those that write one record. */
export type Single = Omit<Commands, 'together' | 'editSets'>

/** Any of them, whatever it is called with. */
export type LocalCommand = (...given: unknown[]) => Promise<unknown>

const ofAnyResource: Record<Exclude<keyof Commands, CommandName>, true> = {
  create: true,
  update: true,
  remove: true,
  editSets: true,
  restore: true,
  together: true,
}
export const COMMAND_LIST = [...Object.keys(ofAnyResource), ...COMMAND_NAMES] as (keyof Commands)[]

/** All commands, each as `make` makes it. It stands apart from the commands' code, which a first screen must not wait for. */
export const everyCommand = (make: (name: keyof Commands) => LocalCommand): Commands =>
  Object.fromEntries(COMMAND_LIST.map((name) => [name, make(name)])) as unknown as Commands
