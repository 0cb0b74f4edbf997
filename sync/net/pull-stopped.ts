/**
 * Why a pull stopped before its end; the next one starts from the stored checkpoint. `broken`: the answer was no page, whoever sent it; `failed`:
 * our server answered, and had no page of this resource.
 */
export class PullStopped extends Error {
  readonly reason: 'signed-out' | 'other-account' | 'outdated' | 'forbidden' | 'failed' | 'broken' | 'overtaken'
  constructor(reason: PullStopped['reason'], message: string) {
    super(message)
    this.name = 'PullStopped'
    this.reason = reason
  }
}
