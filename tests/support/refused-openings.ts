/** IndexedDB that fails to open, as after a crash of the browser's storage: each opening for which `isRefused` is true fails. */
export function refuseOpenings(storage: IDBFactory, isRefused: (nth: number, name: string) => boolean): Refusals {
  const open = storage.open.bind(storage)
  const refusals = { asked: 0, refused: 0, stop: () => void Reflect.deleteProperty(storage, 'open') }
  storage.open = (name: string, version?: number): IDBOpenDBRequest => {
    refusals.asked += 1
    if (!isRefused(refusals.asked, name)) return open(name, version)
    refusals.refused += 1
    const error = new DOMException('Connection to Indexed Database server lost.', 'InvalidStateError')
    const request = Object.assign(new EventTarget(), { readyState: 'pending', error, result: undefined })
    queueMicrotask(() => {
      const event = new Event('error', { cancelable: true })
      request.dispatchEvent(event)
      const { onerror } = request as { onerror?: (event: Event) => void }
      onerror?.(event)
    })
    return request as unknown as IDBOpenDBRequest
  }
  return refusals
}

export interface Refusals {
  asked: number
  /** How often the fault fired. */
  refused: number
  stop: () => void
}
