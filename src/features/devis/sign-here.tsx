import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isDraft, isPending, isSuperseded, quoteAnswer } from '../../../schemas/rules/devis.ts'
import { missingMentions, missingQuoteMentions } from '../../../schemas/rules/devis-mentions.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { devisFollowText } from '../../text/devis.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { mentionsOf, type QuoteParties } from './devis-parties.ts'
import styles from './preview.module.css'
import { openPublicLink } from './public-link.ts'

const text = devisFollowText.preview
type Devis = LocalRecord<'devis'>

interface SignHereProps {
  devis: Devis
  parties: QuoteParties
  /** The quotes of its project. */
  all: readonly Devis[]
  /** Its project was stopped. */
  stopped: boolean
}

/** Why this quote cannot be signed here now, for the customer to read; null when it can. */
function useRefusal({ devis, parties, all, stopped }: SignHereProps): string | null {
  const allowed = useMay()
  const day = useNow().slice(0, 10)
  if (!isPending(devis) || stopped || isSuperseded(devis, all)) return text.answered
  if (quoteAnswer(devis, day) === 'expire') return text.expired
  // Of a quote that was given, as by the customer's own link: what the company or the record has lost since concerns the next one.
  if (!isDraft(devis)) return missingQuoteMentions(devis).length === 0 ? null : text.notReady
  const mayGive = allowed('transmit', 'devis')
  return mayGive && missingMentions(mentionsOf(devis, parties)).length === 0 ? null : text.notReady
}

/**
 * « Signer ici »: the quote's public page, on this device, where the customer gives the code that they receive. A draft is given to them first, as by
 * « Transmettre »; the page opens once the server has it.
 */
export function SignHere(props: SignHereProps) {
  const { devis } = props
  const { status } = useSync()
  const commands = useCommands()
  const refusal = useRefusal(props)
  const [wanted, setWanted] = useState(false)
  const { state } = devis.sync
  const isThere = devis.DATE_TRANSMISSION !== null && state === 'synced'
  useEffect(() => {
    if (!wanted || !isThere) return
    openPublicLink(devis.IDDEVIS).catch((error: unknown) => {
      setWanted(false)
      notices.failure(error)
    })
  }, [wanted, isThere, devis.IDDEVIS])
  const sign = async (): Promise<void> => {
    setWanted(true)
    try {
      if (isDraft(devis)) await commands.transmit(devis.IDDEVIS)
    } catch (error) {
      setWanted(false)
      notices.failure(error)
    }
  }
  const waits = wanted && (state === 'refused' ? text.refused : text.preparing)
  const said = refusal ?? (status.online ? waits || null : text.offline)
  return (
    <div className={styles.bar} data-foot>
      {said === null ? null : (
        <p className={styles.said} role="status">
          {said}
        </p>
      )}
      {refusal === null ? (
        <Button
          size="lg"
          fullWidth
          leftSection={<IconSignature size={20} aria-hidden />}
          disabled={!status.online}
          loading={wanted && state !== 'refused'}
          onClick={() => void sign()}
        >
          {text.sign}
        </Button>
      ) : null}
    </div>
  )
}
