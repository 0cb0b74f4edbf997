import type { Commands } from '../../sync/outbox/command-list.ts'
import type { Resolver } from '../../sync/outbox/resolve.ts'
import type { PushOutcome } from '../../sync/replicate/push.ts'
import type { ReplicationEvent } from '../../sync/replicate/status.ts'
import type { RealmDevice } from './realm-code.ts'

/** The product in a tab, as the rig drives it. */
export interface TabDevice
  extends Pick<
    RealmDevice,
    | 'entries'
    | 'shown'
    | 'outbox'
    | 'ids'
    | 'contents'
    | 'knowledge'
    | 'queue'
    | 'photo'
    | 'dropPhoto'
    | 'recover'
    | 'close'
    | 'logOut'
  > {
  commands: Commands
  /** What people can do with refusals and conflicts. */
  resolver: Resolver
  push: (signal?: AbortSignal) => Promise<PushOutcome>
  pull: (signal?: AbortSignal) => Promise<void>
  /** The product's own replication; resolves when the signal has ended it. */
  replicate: (signal: AbortSignal, onEvent: (event: ReplicationEvent) => void) => Promise<void>
}
