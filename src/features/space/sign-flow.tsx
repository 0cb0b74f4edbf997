import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Decided } from '../../../schemas/space/decisions.ts'
import type { QuoteView } from '../../../schemas/space/devis.ts'
import { OneTimeCode } from '../../domain/one-time-code/one-time-code.tsx'
import { spaceText } from '../../text/space.ts'
import { formatMoney } from '../../ui/format/format.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { DevisBody } from './devis-body.tsx'
import { DevisDocuments } from './devis-documents.tsx'
import { NeedsNetwork } from './needs-network.tsx'
import styles from './space.module.css'
import { SpacePage } from './space-page.tsx'
import { type Signing, type SigningOf, type SignStep, useSigning } from './use-signing.ts'

const text = spaceText.signing
/** In the format of the server. */
const SHORTEST_NAME = 2

function ReadStep({ quote, signing }: { quote: QuoteView; signing: Signing }) {
  return (
    <>
      <Failure>{signing.failure}</Failure>
      <DevisBody quote={quote} />
      <DevisDocuments quote={quote} />
      <Button onClick={() => signing.haveRead(quote)}>{text.haveRead}</Button>
    </>
  )
}

function ConsentStep({ quote, signing }: { quote: QuoteView; signing: Signing }) {
  const [agrees, setAgrees] = useState(false)
  const [tried, setTried] = useState(false)
  const named = signing.name.trim().length >= SHORTEST_NAME
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (named && agrees) void signing.askCode()
  }
  return (
    <form className={styles.actions} onSubmit={submit} noValidate>
      <Failure>{signing.failure}</Failure>
      <TextInput
        label={text.name}
        autoComplete="name"
        maxLength={120}
        value={signing.name}
        error={tried && !named ? text.nameMissing : null}
        onChange={(event) => signing.setName(event.currentTarget.value)}
      />
      <Checkbox
        label={quote.consentement}
        checked={agrees}
        error={tried && !agrees ? text.consentMissing : null}
        onChange={(event) => setAgrees(event.currentTarget.checked)}
      />
      <Button type="submit" loading={signing.busy}>
        {text.askCode}
      </Button>
      <Button variant="default" onClick={signing.back}>
        {text.previous}
      </Button>
    </form>
  )
}

function CodeStep({ step, signing }: { step: Extract<SignStep, { at: 'code' }>; signing: Signing }) {
  const { sent, quote } = step
  return (
    <div className={styles.actions}>
      <p>{text.codeIntro(sent.phone, formatMoney(quote.PRIX_TTC))}</p>
      <OneTimeCode
        key={sent.challenge}
        askedAt={sent.askedAt}
        resent={sent.resent}
        submit={text.sign}
        busy={signing.busy}
        failure={signing.failure}
        onCode={(code) => void signing.give(code)}
        onResend={() => void signing.askCode()}
      />
      <Button variant="default" onClick={signing.back}>
        {text.previous}
      </Button>
    </div>
  )
}

const ORDER = ['read', 'consent', 'code'] as const

/** Signing in three steps, one screen each: read, name and consent, code (SPA-04). */
export function SignFlow({
  quote,
  signatory,
  onSigned,
  onChanged,
}: {
  quote: QuoteView
  signatory: string
  onSigned: (decided: Decided) => void
  onChanged: SigningOf['onChanged']
}) {
  const signing = useSigning({ signatory, onSigned, onChanged })
  const { step } = signing
  const at = ORDER.indexOf(step.at)
  return (
    <SpacePage
      title={text.title(quote.NUMERO_DEVIS)}
      subtitle={text.step(at + 1, ORDER.length, text.steps[at] ?? '')}
      step={step.at}
    >
      <NeedsNetwork what={text.what}>
        {step.at === 'read' && <ReadStep quote={quote} signing={signing} />}
        {step.at === 'consent' && <ConsentStep quote={step.quote} signing={signing} />}
        {step.at === 'code' && <CodeStep step={step} signing={signing} />}
      </NeedsNetwork>
    </SpacePage>
  )
}
