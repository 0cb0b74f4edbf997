import { Button, Textarea } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { QuoteSummary, QuoteView } from '../../../schemas/space/devis.ts'
import '../../forms/pasted-whole.ts'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { spaceText } from '../../text/space.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { askSpace } from './ask-space.ts'
import { answerOf } from './devis-state.ts'
import { NeedsNetwork } from './needs-network.tsx'
import { NothingToDecide } from './nothing-to-decide.tsx'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { SpacePage } from './space-page.tsx'
import { useAction } from './use-action.ts'
import { useSeen } from './use-seen.ts'

const text = spaceText.refusing
const LONGEST_REASON = 1000

/** A reason may be given; none is asked for. */
const validate = () => ({})

function RefuseForm({ quote, onRefused }: { quote: QuoteView; onRefused: () => void }) {
  const { form, onSubmit } = useFormEngine({ values: { MOTIF: '' }, validate })
  const { busy, failure, run } = useAction()
  const submit = onSubmit(({ MOTIF }) => {
    void run(async (idempotencyKey) => {
      const path = `/space/devis/${encodeURIComponent(quote.IDDEVIS)}/refuse`
      await askSpace(QuoteSummary, path, { method: 'POST', body: { MOTIF: MOTIF.trim() }, idempotencyKey })
      onRefused()
    })
  })
  return (
    <SpacePage title={text.title(quote.NUMERO_DEVIS)} subtitle={quote.OBJET}>
      <NeedsNetwork what={text.what}>
        <form className={styles.actions} onSubmit={submit} noValidate>
          <Failure>{failure}</Failure>
          <Textarea
            label={text.reason}
            description={text.reasonHint}
            autosize
            minRows={4}
            maxLength={LONGEST_REASON}
            {...form.getInputProps('MOTIF')}
          />
          <Button type="submit" color="rouge" loading={busy}>
            {text.refuse}
          </Button>
          <Button component={Link} to={paths.spaceQuote.href(quote.IDDEVIS)} variant="default">
            {text.keep}
          </Button>
        </form>
      </NeedsNetwork>
    </SpacePage>
  )
}

/** `/space/devis/{id}/refuser`: with a reason that the rep reads. */
export function SpaceRefuseScreen() {
  const { id = '' } = useParams({ strict: false })
  const reading = useSeen(`/space/devis/${encodeURIComponent(id)}`, QuoteView)
  const [refused, setRefused] = useState(false)
  if (refused) {
    return (
      <SpacePage title={text.done} step="done">
        <p className={styles.notice} role="status">
          {text.doneText}
        </p>
        <Button component={Link} to={paths.space.href()}>
          {spaceText.home}
        </Button>
      </SpacePage>
    )
  }
  return (
    <Shown reading={reading} title={text.title(null)}>
      {(quote) =>
        ['attente', 'expire', 'arrete'].includes(answerOf(quote)) ? (
          <RefuseForm quote={quote} onRefused={() => setRefused(true)} />
        ) : (
          <NothingToDecide quote={quote} />
        )
      }
    </Shown>
  )
}
