import { useState } from 'react'
import { OTP_TRIES } from '../../../schemas/rules/one-time-codes.ts'
import type { ClientChoice } from '../../../schemas/space/login.ts'
import { isOffline } from '../../data/api/api.ts'
import { startClientSession } from '../../data/session/client-session.ts'
import { codeFailure, isWrongCode } from '../../domain/one-time-code/code-failure.ts'
import { spaceLoginText as text } from '../../text/space-login.ts'
import { askLoginCode, giveLoginCode, type LoginCode } from './space-codes.ts'

interface Sent {
  phone: string
  challenge: string
  askedAt: number
  /** A code after the first one was asked for. */
  resent: boolean
  tries: number
}

/**
 *     phone ──ask──▶ code ──right code──▶ (session)
 *       ▲             │ └──several customers──▶ choice ──▶ (session)
 *       └──other number                              └──postcode and quote──▶ (session)
 */
export type LoginStep =
  | { at: 'phone' }
  | { at: 'code'; sent: Sent }
  | { at: 'choice'; sent: Sent; code: string; choice: ClientChoice }

/** The chosen customer: a listed one, or the one who has this postcode and quote. */
export type Whose = Pick<LoginCode, 'IDCLIENT'> | Required<Pick<LoginCode, 'CODE_POSTAL' | 'NUMERO_DEVIS'>>

export interface SpaceLogin {
  step: LoginStep
  busy: boolean
  failure: string | null
  ask: (phone: string) => Promise<void>
  /** Sends the code. @returns true once the session is open */
  give: (code: string, whose?: Whose) => Promise<boolean>
  restart: () => void
}

/** The customer's login, from a number to a session (AUT-03). */
export function useSpaceLogin(): SpaceLogin {
  const [step, setStep] = useState<LoginStep>({ at: 'phone' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const during = async <T>(work: () => Promise<T>, otherwise: (error: unknown) => T): Promise<T> => {
    setBusy(true)
    setFailure(null)
    try {
      return await work()
    } catch (error) {
      return otherwise(error)
    } finally {
      setBusy(false)
    }
  }

  const ask = (phone: string): Promise<void> =>
    during(
      async () => {
        const challenge = await askLoginCode(phone)
        const resent = step.at === 'code'
        setStep({ at: 'code', sent: { phone, challenge, askedAt: Date.now(), resent, tries: 0 } })
      },
      (error) =>
        setFailure(isOffline(error) ? text.offline : codeFailure(error, { askedAt: Date.now(), tries: OTP_TRIES })),
    )

  const give = async (code: string, whose: Whose = {}): Promise<boolean> => {
    if (step.at === 'phone') return false
    const { sent } = step
    const { challenge, phone: PORTABLE } = sent
    return during(
      async () => {
        const answer = await giveLoginCode({ challenge, PORTABLE, CODE: code, ...whose })
        if ('clients' in answer) {
          setStep({ at: 'choice', sent, code, choice: answer })
          return false
        }
        await startClientSession(answer)
        return true
      },
      (error) => {
        const tries = sent.tries + (isWrongCode(error) ? 1 : 0)
        // A wrong proof does not use up the code.
        if (step.at === 'code' || isWrongCode(error)) setStep({ at: 'code', sent: { ...sent, tries } })
        setFailure(codeFailure(error, { askedAt: sent.askedAt, tries }))
        return false
      },
    )
  }

  const restart = (): void => {
    setFailure(null)
    setStep({ at: 'phone' })
  }
  return { step, busy, failure, ask, give, restart }
}
