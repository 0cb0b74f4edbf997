import { everyCommand, type LocalCommand } from '../../sync/outbox/command-list.ts'
import { FORMER_NAMES, PRESENT_NAMES, type Release } from './releases.ts'
import type { TabDevice } from './tab-device.ts'

type Names = Readonly<Record<string, string>>

/** The same value with other names of fields: as keys, and as texts that are a field's name. */
function withNames(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return names[value] ?? value
  if (Array.isArray(value)) return value.map((one) => withNames(one, names))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [names[key] ?? key, withNames(one, names)]))
}

/** A tab of either release, which people and the rig speak to by the names of this tree. */
export function byPresentNames(device: TabDevice, release: Release): TabDevice {
  if (release === 'today') return device
  const told = async <T>(value: Promise<T>): Promise<T> => withNames(await value, PRESENT_NAMES) as T
  const read: TabDevice = {
    ...device,
    entries: () => told(device.entries()),
    outbox: () => told(device.outbox()),
    shown: (resource, id) => told(device.shown(resource, id)),
    contents: () => told(device.contents()),
  }
  if (release === 'next') return read
  const said =
    (call: LocalCommand): LocalCommand =>
    (...given) =>
      told(call(...given.map((one) => withNames(one, FORMER_NAMES))))
  const sayAll = <T extends object>(calls: T): T =>
    Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, said(call as LocalCommand)])) as T
  const { commands, resolver } = device
  return {
    ...read,
    commands: {
      ...everyCommand((name) => said(commands[name] as LocalCommand)),
      together: (write) => commands.together((one) => write(sayAll(one))),
    },
    resolver: sayAll(resolver),
  }
}
