import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { QuoteView } from '../../../schemas/space/devis.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { RepCard } from './contact-cards.tsx'
import { DevisBody } from './devis-body.tsx'
import { DevisDocuments } from './devis-documents.tsx'
import { answerOf, goesOn, stateSentence } from './devis-state.ts'
import { EvidencePanel } from './evidence-panel.tsx'
import { NeedsNetwork } from './needs-network.tsx'
import { noteView } from './note-view.ts'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { Section, SpacePage } from './space-page.tsx'
import { StoppedNotice } from './stopped-notice.tsx'
import { QuoteChip } from './summaries.tsx'
import { useSeen } from './use-seen.ts'
import { variantsOf } from './variants.ts'

const text = spaceText.quotePage

/** The customer's actions on the quote, shown above and below it. */
function Decide({ quote }: { quote: QuoteView }) {
  if (quote.etat === 'expire' || answerOf(quote) === 'arrete') {
    return (
      <Button component={Link} to={paths.spaceQuote.refuse(quote.IDDEVIS)} variant="default">
        {text.refuse}
      </Button>
    )
  }
  return (
    <NeedsNetwork what={text.signNetwork}>
      <div className={styles.actions}>
        <Button component={Link} to={paths.spaceQuote.sign(quote.IDDEVIS)}>
          {text.sign}
        </Button>
        <Button component={Link} to={paths.spaceQuote.refuse(quote.IDDEVIS)} variant="default">
          {text.refuse}
        </Button>
      </div>
    </NeedsNetwork>
  )
}

function Quote({ quote }: { quote: QuoteView }) {
  const zone = useZone()
  const said = stateSentence(quote, zone)
  const answer = answerOf(quote)
  const open = answer === 'attente' || answer === 'expire' || answer === 'arrete'
  useEffect(() => void noteView(quote.IDDEVIS), [quote.IDDEVIS])
  return (
    <>
      <QuoteChip quote={quote} />
      {said === null ? null : answer === 'arrete' ? (
        <StoppedNotice />
      ) : (
        <p className={`${styles.notice} ${quote.etat === 'signe' ? styles.good : ''}`}>{said}</p>
      )}
      {quote.isCommande && !goesOn(quote) && quote.etat === 'signe' ? <StoppedNotice of="order" /> : null}
      {quote.isCommande ? (
        <Button component={Link} to={paths.spaceOrder.href(quote.IDDEVIS)}>
          {text.order}
        </Button>
      ) : null}
      {variantsOf(quote).length > 1 ? (
        <Button component={Link} to={paths.spaceQuote.variants(quote.IDDEVIS)} variant="default">
          {text.compare(variantsOf(quote).length)}
        </Button>
      ) : null}
      <DevisBody quote={quote} />
      <DevisDocuments quote={quote} />
      {open ? <Decide quote={quote} /> : <EvidencePanel id={quote.IDDEVIS} />}
      {quote.commercial ? (
        <Section title={spaceText.homePage.contacts}>
          <RepCard person={quote.commercial} />
        </Section>
      ) : null}
    </>
  )
}

/** `/space/devis/{id}`: shown with its files, then signed or refused (SPA-04). */
export function SpaceDevisScreen() {
  const { id = '' } = useParams({ strict: false })
  const quote = useSeen(`/space/devis/${encodeURIComponent(id)}`, QuoteView)
  return (
    <SpacePage title={spaceText.quote(quote.data?.NUMERO_DEVIS ?? null)} subtitle={quote.data?.OBJET}>
      <Shown reading={quote}>{(data) => <Quote quote={data} />}</Shown>
    </SpacePage>
  )
}
