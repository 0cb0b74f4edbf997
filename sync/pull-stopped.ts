/** Why a pull stopped before its end; the next one starts from the stored checkpoint. */
export class PullStopped extends Error {
  readonly reason: 'signed-out' | 'other-account' | 'outdated' | 'forbidden' | 'broken' | 'overtaken'
  constructor(reason: PullStopped['reason'], message: string) {
    super(message)
    this.name = 'PullStopped'
    this.reason = reason
  }
}
