import { IDBFactory } from 'fake-indexeddb'
import type { FileCommands } from '../../sync/outbox/files.ts'
import type { PushOutcome } from '../../sync/replicate/push.ts'
import type { ReplicationEvent } from '../../sync/replicate/status.ts'
import { type QueuedFile, unsentFiles } from '../../sync/store/file-store.ts'
import { emptyStorage, fillStorage } from '../support/full-storage.ts'
import type { Machine, OpenedTab, TabInput } from './phone.ts'
import { loadRealm } from './realm.ts'
import type { RealmCode } from './realm-code.ts'

/** A tab in this process. The rig drives its election and its files too. */
export interface RealmTab extends OpenedTab {
  elect: RealmCode['elect']
  files: Pick<FileCommands, 'add' | 'bytes'> & {
    upload: (signal?: AbortSignal) => Promise<PushOutcome>
    /** Files that the server has not confirmed. */
    unsent: () => Promise<QueuedFile[]>
  }
}

const DAY_MS = 86_400_000

/** The same storage, but opening a database fails. */
function unopenable(storage: IDBFactory): IDBFactory {
  const open = (): never => {
    throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError')
  }
  return new Proxy(storage, { get: (target, name) => (name === 'open' ? open : Reflect.get(target, name)) })
}

/** A phone in this process: realms over one IndexedDB. @param http sends the calls that no fault strikes */
export function realmMachine(http: typeof fetch = fetch): Machine<RealmTab> {
  let storage = new IDBFactory()

  const openTab = async (input: TabInput): Promise<RealmTab | null> => {
    const { identity, label, release, base, line, control, token, days, opens } = input
    let expire: () => void = () => undefined
    const realm = await loadRealm({
      phone: label,
      release,
      storage: opens() ? storage : unopenable(storage),
      now: () => Date.now() + days() * DAY_MS,
      onTimeLimit: (next) => {
        expire = next
      },
      awake: control.awake,
      fetch: async (given, init = {}) => {
        await control.awake()
        const { url, headers, isFaulty, answered } = line.route(init.method ?? 'GET', new URL(String(given)), expire)
        let status: number | null = null
        try {
          const all = { ...(init.headers as Record<string, string>), ...headers }
          const response = await (isFaulty ? fetch : http)(url, { ...init, headers: all })
          status = response.status
          return response
        } finally {
          answered(status)
          await control.awake()
        }
      },
    })
    const opening = realm.code.open(identity, control.gate, input.onEvent)
    const device = await Promise.race([opening, input.killed])
    if (!device) {
      realm.end()
      return null
    }
    const options = { base, identity, device: label, token: '' }
    Object.defineProperty(options, 'token', { get: token })
    const transport = realm.code.transport(options)
    return {
      device: {
        ...device,
        push: (signal) => device.push(transport, signal),
        pull: (signal) => device.pull(transport, undefined, signal),
        replicate: (signal, onEvent) => {
          const both = (event: ReplicationEvent): void => {
            input.onEvent(event)
            onEvent(event)
          }
          return device.replicate({ transport, signal, onEvent: both }).stopped
        },
      },
      elect: realm.code.elect,
      files: {
        add: device.files.add,
        bytes: device.files.bytes,
        upload: (signal) => device.upload(transport, signal),
        unsent: () => unsentFiles(device.db.files),
      },
      end: async () => realm.end(),
    }
  }

  return {
    room: { fill: () => fillStorage(storage), empty: () => emptyStorage(storage) },
    openTab,
    wipe: async () => {
      storage = new IDBFactory()
    },
    close: async () => undefined,
  }
}
