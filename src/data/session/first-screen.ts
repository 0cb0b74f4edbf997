import { type Identity, localDatabaseName } from '../../../sync/identity.ts'
import { askBootstrap } from '../../../sync/net/ask-bootstrap.ts'
import { createTransport, type Reply } from '../../../sync/net/transport.ts'
import { apiBase } from '../api/config.ts'
import { deviceId } from '../api/device-id.ts'
import { holdLine } from '../version/free-line.ts'

/** A session, and whose local database it works in. */
interface Login {
  identity: Identity
  token: string
}

interface Asked {
  name: string
  token: string
  /** Null where nobody answered. */
  reply: Promise<Reply | null>
  /** Whether this device had nothing of the account before the login: what the answer holds is then all that there is, and nothing here contradicts it. */
  isNew: Promise<boolean>
  forget: () => void
  shown: () => void
}

/** An answer on its way, and what is to be called once its records are shown, or never will be. */
export type FirstScreen = Pick<Asked, 'reply' | 'isNew' | 'shown'>

/** What was asked for and not used by then was asked for in vain. */
const WORTH_MS = 60_000

let asked: Asked | undefined

/**
 * Asks for the first screen's records in the moment of a login's answer (PULL-8): the app's files, the local database and the worker would each come first
 * otherwise. The answer stays in memory, for the session that it was asked with.
 */
export function askFirstScreen({ identity, token }: Login): void {
  forgetFirstScreen()
  const stop = new AbortController()
  const ask = async (): Promise<Reply> => {
    const base = new URL(await apiBase(), location.origin).href
    const transport = createTransport({ identity, token, base, device: deviceId() })
    return askBootstrap({ transport, signal: stop.signal })
  }
  const lookHere = async (): Promise<boolean> => {
    const { isNewHere } = await import('../../../sync/device/accounts.ts')
    return isNewHere(identity)
  }
  const release = holdLine()
  const timer = setTimeout(() => {
    if (asked === mine) forgetFirstScreen()
  }, WORTH_MS)
  const mine: Asked = {
    name: localDatabaseName(identity),
    token,
    reply: ask().catch(() => null),
    isNew: lookHere().catch(() => false),
    forget: () => {
      clearTimeout(timer)
      stop.abort()
      release()
    },
    shown: () => {
      clearTimeout(timer)
      release()
    },
  }
  asked = mine
}

/** The login failed after all, its session has ended, or another one begins. */
export function forgetFirstScreen(): void {
  asked?.forget()
  asked = undefined
}

/** What this session's login asked for, once: for another account, or another session of the same one, there is nothing. */
export function takeFirstScreen({ identity, token }: Login): FirstScreen | null {
  const taken = asked
  if (taken?.name !== localDatabaseName(identity) || taken.token !== token) return null
  // The answer may still be on its way: it is not aborted.
  asked = undefined
  return taken
}
