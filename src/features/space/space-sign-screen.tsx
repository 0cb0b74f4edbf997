import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Decided } from '../../../schemas/space/decisions.ts'
import { QuoteView } from '../../../schemas/space/devis.ts'
import { fullName } from '../../data/session/client-session.ts'
import { spaceText } from '../../text/space.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { answerOf } from './devis-state.ts'
import { NothingToDecide } from './nothing-to-decide.tsx'
import { SignedReceipt } from './receipt.tsx'
import { Shown } from './shown.tsx'
import { SignFlow } from './sign-flow.tsx'
import { useSeen } from './use-seen.ts'

const text = spaceText.signing

/** `/space/devis/{id}/signer`. */
export function SpaceSignScreen() {
  const { id = '' } = useParams({ strict: false })
  const reading = useSeen(`/space/devis/${encodeURIComponent(id)}`, QuoteView)
  const [decided, setDecided] = useState<Decided | null>(null)
  if (decided) {
    const next = (
      <Button component={Link} to={paths.spaceOrder.href(decided.IDDEVIS)}>
        {text.follow}
      </Button>
    )
    return <SignedReceipt decided={decided} next={next} />
  }
  return (
    <Shown reading={reading} title={text.title(null)}>
      {(quote) =>
        answerOf(quote) === 'attente' ? (
          <SignFlow quote={quote} signatory={fullName(quote.client)} onSigned={setDecided} onChanged={reading.again} />
        ) : (
          <NothingToDecide quote={quote} />
        )
      }
    </Shown>
  )
}
