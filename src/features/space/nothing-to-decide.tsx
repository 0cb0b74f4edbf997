import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { QuoteView } from '../../../schemas/space/devis.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { answerOf, stateSentence } from './devis-state.ts'
import styles from './space.module.css'
import { SpacePage } from './space-page.tsx'
import { StoppedNotice } from './stopped-notice.tsx'

/** For a quote that waits for no answer: its state, and a link back. */
export function NothingToDecide({ quote }: { quote: QuoteView }) {
  const zone = useZone()
  return (
    <SpacePage title={spaceText.quote(quote.NUMERO_DEVIS)} step="answered">
      {answerOf(quote) === 'arrete' ? (
        <StoppedNotice />
      ) : (
        <p className={styles.notice} role="status">
          {stateSentence(quote, zone)}
        </p>
      )}
      <Button component={Link} to={paths.spaceQuote.href(quote.IDDEVIS)}>
        {spaceText.signing.backToQuote}
      </Button>
    </SpacePage>
  )
}
