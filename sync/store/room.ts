import type { RxStorage } from 'rxdb/plugins/core'
import { isStorageFull } from './quota.ts'

/** Makes a write, and makes it once more where it found the device full and room could be made (FILE-5). @throws what the write throws otherwise */
export type WithRoom = <T>(write: () => Promise<T>) => Promise<T>

/** @param drop drops what can be fetched again; answers whether there was any */
export function makingRoom(drop: () => Promise<boolean>): WithRoom {
  let times = 0
  return async (write) => {
    const before = times
    try {
      return await write()
    } catch (error) {
      if (!isStorageFull(error)) throw error
      if (await drop().catch(() => false)) times += 1
      // Of two writes that found the device full together, only one finds something to drop.
      if (times === before) throw error
      return write()
    }
  }
}

/** The storage, each of whose writes makes room where it must: commands, the marks of the push, pages and checkpoints alike. Such a write is whole or was not made. */
export function storageWithRoom(storage: RxStorage<unknown, unknown>, withRoom: WithRoom): RxStorage<unknown, unknown> {
  const { name, rxdbVersion } = storage
  return {
    name,
    rxdbVersion,
    createStorageInstance: async (params) => {
      const instance = await storage.createStorageInstance(params)
      const write = instance.bulkWrite.bind(instance)
      instance.bulkWrite = (rows, context) => withRoom(() => write(rows, context))
      return instance
    },
  }
}
