import { useState } from 'react'
import { Decided } from '../../../schemas/space/decisions.ts'
import type { QuoteView } from '../../../schemas/space/devis.ts'
import { AskedSigningCode } from '../../../schemas/space/login.ts'
import { codeFailure, isWrongCode } from '../../domain/one-time-code/code-failure.ts'
import { askSpace } from './ask-space.ts'
import { isEnded, useSpace } from './space-context.ts'
import { conflictReason, spaceFailure } from './space-failure.ts'

interface SentCode {
  challenge: string
  /** Masked, as the server sends it. */
  phone: string
  askedAt: number
  /** A code after the first one was asked for. */
  resent: boolean
  tries: number
}

/**
 *     read ──« J'ai lu »──▶ consent ──name, box, code asked──▶ code ──right code──▶ (signed)
 *      ▲                      │                                 │
 *      └──────────────────────┴──── the quote has changed ──────┘
 *
 * `quote` is the one that was read: its hash is signed, also when a newer one arrives meanwhile.
 */
export type SignStep =
  | { at: 'read' }
  | { at: 'consent'; quote: QuoteView }
  | { at: 'code'; quote: QuoteView; sent: SentCode }

export interface Signing {
  step: SignStep
  name: string
  setName: (name: string) => void
  busy: boolean
  failure: string | null
  haveRead: (quote: QuoteView) => void
  askCode: () => Promise<void>
  give: (code: string) => Promise<void>
  back: () => void
}

export interface SigningOf {
  /** The probable signer. */
  signatory: string
  onSigned: (decided: Decided) => void
  /** The quote differs from the one that was read, or was answered meanwhile: it must be read again. `said`: why, in words for the customer. */
  onChanged: (refusal: { reason: string; said: string }) => void
}

/** Signing a quote in three steps (SPA-04). */
export function useSigning({ signatory, onSigned, onChanged }: SigningOf): Signing {
  const { token, onEnded } = useSpace()
  const [step, setStep] = useState<SignStep>({ at: 'read' })
  const [name, setName] = useState(signatory)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const post = (body: unknown) => ({ method: 'POST', body, ...(token ? { token } : {}) }) as const

  const during = async (work: () => Promise<void>, refused: (error: unknown) => string): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (token && onEnded && isEnded(error)) return onEnded()
      const said = refused(error)
      setFailure(said)
      const reason = conflictReason(error)
      if (reason === null) return
      setStep({ at: 'read' })
      onChanged({ reason, said })
    } finally {
      setBusy(false)
    }
  }

  const askCode = async (): Promise<void> => {
    if (step.at === 'read') return
    const { quote } = step
    const resent = step.at === 'code'
    await during(async () => {
      const body = { purpose: 'sign', IDDEVIS: quote.IDDEVIS }
      const { challenge, PORTABLE } = await askSpace(AskedSigningCode, '/sms/otp', post(body))
      setStep({ at: 'code', quote, sent: { challenge, phone: PORTABLE, askedAt: Date.now(), resent, tries: 0 } })
    }, spaceFailure)
  }

  const give = async (CODE: string): Promise<void> => {
    if (step.at !== 'code') return
    const { quote, sent } = step
    const { challenge, askedAt } = sent
    const body = { NOM_SIGNATAIRE: name.trim(), challenge, CODE, sha256: quote.sha256, consent: true }
    await during(
      async () => {
        const path = `/space/devis/${encodeURIComponent(quote.IDDEVIS)}/sign`
        onSigned(await askSpace(Decided, path, post(body)))
      },
      (error) => {
        if (!isWrongCode(error)) return spaceFailure(error)
        const tries = sent.tries + 1
        setStep({ at: 'code', quote, sent: { ...sent, tries } })
        return codeFailure(error, { askedAt, tries })
      },
    )
  }

  const move = (next: SignStep): void => {
    setFailure(null)
    setStep(next)
  }
  return {
    step,
    name,
    setName,
    busy,
    failure,
    haveRead: (quote) => move({ at: 'consent', quote }),
    askCode,
    give,
    back: () => move(step.at === 'code' ? { at: 'consent', quote: step.quote } : { at: 'read' }),
  }
}
