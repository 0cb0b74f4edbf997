import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Decided } from '../../../schemas/space/decisions.ts'
import { QuoteView } from '../../../schemas/space/devis.ts'
import { IssuedToken } from '../../../schemas/space/login.ts'
import { fullName } from '../../data/session/client-session.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { variantesText } from '../../text/variantes.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { askSpace } from './ask-space.ts'
import { RepCard } from './contact-cards.tsx'
import { DevisBody } from './devis-body.tsx'
import { DevisDocuments } from './devis-documents.tsx'
import { answerOf, stateSentence } from './devis-state.ts'
import { linkFailure, linkToken } from './link-token.ts'
import { NeedsNetwork } from './needs-network.tsx'
import { noteView } from './note-view.ts'
import { SignedReceipt } from './receipt.tsx'
import { Nothing, Shown } from './shown.tsx'
import { SignFlow } from './sign-flow.tsx'
import styles from './space.module.css'
import { SpaceContext } from './space-context.ts'
import { PublicBar, SpaceFrame } from './space-layout.tsx'
import { Section, SpacePage } from './space-page.tsx'
import { StoppedNotice } from './stopped-notice.tsx'
import { QuoteChip } from './summaries.tsx'
import { type Seeing, useSeen } from './use-seen.ts'
import type { SigningOf } from './use-signing.ts'
import { isToChoose, variantsOf } from './variants.ts'
import { VariantActions, VariantsChoice } from './variants-choice.tsx'

const text = spaceText.publicLink

type Opened =
  | { state: 'opening' | 'invalid' | 'offline' | 'failed' }
  | { state: 'open'; token: string; id: string }
  /** It was open for longer than its session lasts. */
  | { state: 'ended'; id: string }

/** The part before its last point is the quote's id. */
const quoteOf = (token: string): string => token.slice(0, Math.max(token.lastIndexOf('.'), 0))

async function openLink(): Promise<Opened> {
  try {
    const link = linkToken()
    const call = { method: 'POST', body: { token: link }, token: null, ownRefusal: true } as const
    const { token } = await askSpace(IssuedToken, '/space/login_public', call)
    return { state: 'open', token, id: quoteOf(link) }
  } catch (error) {
    return { state: linkFailure(error) }
  }
}

/** @param quote where the login leads */
function EnterSpace({ quote }: { quote?: string }) {
  const wanted = quote === undefined ? undefined : paths.spaceQuote.href(quote)
  return (
    <Button component={Link} {...hrefProps(paths.loginSpace.href(wanted))} variant="default">
      {text.enter}
    </Button>
  )
}

function ReadPage({ quote, onSign, onCompare }: { quote: QuoteView; onSign: () => void; onCompare?: () => void }) {
  const said = stateSentence(quote, useZone())
  const answer = answerOf(quote)
  return (
    <SpacePage title={spaceText.quote(quote.NUMERO_DEVIS)} subtitle={quote.OBJET} step="read">
      <QuoteChip quote={quote} />
      {onCompare ? (
        <Button variant="default" onClick={onCompare}>
          {spaceText.quotePage.compare(variantsOf(quote).length)}
        </Button>
      ) : null}
      <DevisBody quote={quote} />
      <DevisDocuments quote={quote} />
      {said === null ? null : answer === 'arrete' ? <StoppedNotice /> : <p className={styles.notice}>{said}</p>}
      {answer === 'attente' ? (
        <NeedsNetwork what={spaceText.quotePage.signNetwork}>
          <Button onClick={onSign}>{spaceText.quotePage.sign}</Button>
        </NeedsNetwork>
      ) : null}
      {answer === 'arrete' ? null : <p className={styles.muted}>{text.refuseInSpace}</p>}
      <EnterSpace />
      {quote.commercial ? (
        <Section title={spaceText.homePage.contacts}>
          <RepCard person={quote.commercial} />
        </Section>
      ) : null}
    </SpacePage>
  )
}

interface LinkedProps {
  id: string
  token: string
  reading: Seeing<QuoteView>
  /** Back to the variants of the link, where this is one of them. */
  onCompare?: () => void
  /** It is opened to be signed. */
  chosen?: boolean
}

/** One quote by its link: shows it, and signs it by a code sent to its customer's own number. */
function LinkedQuote({ id, token, reading, onCompare, chosen = false }: LinkedProps) {
  const [signing, setSigning] = useState(chosen)
  const [decided, setDecided] = useState<Decided | null>(null)
  const [signed, setSigned] = useState<string | null>(null)
  useEffect(() => void noteView(id, token), [id, token])
  if (decided) {
    const next = (
      <>
        <p>{spaceText.signing.linkNext}</p>
        <EnterSpace />
      </>
    )
    return <SignedReceipt decided={decided} next={next} />
  }
  // Answered in the meantime, or replaced: the link is no longer valid. Who signed it and lost the answer reads that it was done.
  if (reading.state === 'missing') return signed === null ? <Invalid /> : <Signed said={signed} />
  const onChanged: SigningOf['onChanged'] = ({ reason, said }) => {
    if (reason === 'signe') setSigned(said)
    reading.again()
  }
  return (
    <Shown reading={reading} title={text.title}>
      {(quote) =>
        signing && answerOf(quote) === 'attente' ? (
          <SignFlow quote={quote} signatory={fullName(quote.client)} onSigned={setDecided} onChanged={onChanged} />
        ) : (
          <ReadPage quote={quote} onSign={() => setSigning(true)} {...(onCompare ? { onCompare } : {})} />
        )
      }
    </Shown>
  )
}

function OpenedVariant(props: Omit<LinkedProps, 'reading'>) {
  const reading = useSeen(`/space/devis/${encodeURIComponent(props.id)}`, QuoteView)
  return <LinkedQuote {...props} reading={reading} />
}

/** The quote of a link, or its variants side by side, one of which the customer chooses. */
function Linked({ id, token }: { id: string; token: string }) {
  const reading = useSeen(`/space/devis/${encodeURIComponent(id)}`, QuoteView)
  const [opened, setOpened] = useState<{ id: string; chosen: boolean } | null>(null)
  const variants = reading.data ? variantsOf(reading.data) : []
  const choice = isToChoose(variants) ? variants.map(({ IDDEVIS }) => IDDEVIS).join(' ') : ''
  // All of them are on the screen, so all of them were read.
  useEffect(() => {
    for (const one of choice.split(' ').filter(Boolean)) void noteView(one, token)
  }, [choice, token])
  if (opened) {
    const back = (): void => {
      reading.again()
      setOpened(null)
    }
    return <OpenedVariant key={opened.id} {...opened} token={token} onCompare={back} />
  }
  if (choice === '') return <LinkedQuote id={id} token={token} reading={reading} />
  return (
    <SpacePage title={variantesText.compared.title} subtitle={reading.data?.OBJET} step="choose">
      <p className={styles.muted}>{variantesText.compared.intro}</p>
      <VariantsChoice
        variants={variants}
        action={(variant, name) => (
          <VariantActions
            variant={variant}
            name={name}
            onChoose={() => setOpened({ id: variant.IDDEVIS, chosen: true })}
            onRead={() => setOpened({ id: variant.IDDEVIS, chosen: false })}
          />
        )}
      />
      <EnterSpace />
    </SpacePage>
  )
}

function Invalid() {
  return (
    <SpacePage title={text.invalid} step="invalid">
      <p role="alert">{text.invalidText}</p>
      <EnterSpace />
    </SpacePage>
  )
}

/** @param said since when, in the server's words */
function Signed({ said }: { said: string }) {
  return (
    <SpacePage title={text.signed} step="signed">
      <p role="alert">{said}</p>
      <p>{spaceText.signing.linkNext}</p>
      <EnterSpace />
    </SpacePage>
  )
}

/** The session of a link lasts a day: the link opens the quote again, as long as it may be answered. */
function Ended({ id, onAgain }: { id: string; onAgain: () => void }) {
  return (
    <SpacePage title={text.ended} step="ended">
      <p role="alert">{text.endedText}</p>
      <NeedsNetwork what={text.endedNetwork}>
        <Button onClick={onAgain}>{text.again}</Button>
      </NeedsNetwork>
      <EnterSpace quote={id} />
    </SpacePage>
  )
}

function Content() {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' })
  const token = opened.state === 'open' ? opened.token : null
  // Nothing is stored on this device: the holder of the link is unknown.
  const space = useMemo(() => {
    if (token === null) return { store: null }
    const onEnded = (): void =>
      setOpened((now) => (now.state === 'open' && now.token === token ? { state: 'ended', id: now.id } : now))
    return { store: null, token, onEnded }
  }, [token])
  const waits = opened.state === 'offline'
  useEffect(() => {
    const open = (): void => void openLink().then(setOpened)
    if (!waits) open()
    addEventListener(waits ? 'online' : 'hashchange', open)
    return () => removeEventListener(waits ? 'online' : 'hashchange', open)
  }, [waits])
  const again = (): void => {
    setOpened({ state: 'opening' })
    void openLink().then(setOpened)
  }
  if (opened.state === 'invalid') return <Invalid />
  if (opened.state === 'ended') return <Ended id={opened.id} onAgain={again} />
  if (opened.state === 'failed') {
    return (
      <SpacePage title={text.title} step="failed">
        <Nothing reading={{ state: 'failed', again }} />
      </SpacePage>
    )
  }
  if (opened.state !== 'open') {
    return (
      <SpacePage title={text.title}>
        <p role="status">{opened.state === 'offline' ? text.offline : text.opening}</p>
      </SpacePage>
    )
  }
  return (
    <SpaceContext value={space}>
      <Linked key={opened.token} id={opened.id} token={opened.token} />
    </SpaceContext>
  )
}

/** `/devis/public#token`: open to everybody who has the link (AUT-04). */
export function PublicDevisScreen() {
  return (
    <SpaceFrame bar={<PublicBar />}>
      <Content />
    </SpaceFrame>
  )
}
