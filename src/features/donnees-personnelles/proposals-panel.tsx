import { Button } from '@mantine/core'
import { today } from '../../../schemas/dates.ts'
import { type ErasureProposal, fullName } from '../../../schemas/privacy.ts'
import { periodText, retentionRule } from '../../../schemas/retention.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { askErasure } from '../../domain/clients/ask-erasure.ts'
import { RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { erasureText as text } from '../../text/erasure.ts'
import { formatDate } from '../../ui/format/format.ts'
import { FirstRows } from '../../ui/list/first-rows.tsx'
import { above } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './donnees-personnelles.module.css'

interface ProposalsPanelProps {
  proposals: readonly ErasureProposal[]
  online: boolean
  onAsked: () => void
}

/** Clients whose period of retention is over, the oldest contact first. The director may ask for their erasure. */
export function ProposalsPanel({ proposals, online, onAsked }: ProposalsPanelProps) {
  const zone = useZone()
  return (
    <Panel title={text.over} count={proposals.length}>
      <p className={styles.hint}>{text.overIntro}</p>
      {proposals.length === 0 ? (
        <PanelEmpty text={text.noOver} />
      ) : (
        <FirstRows name="propositions" items={proposals}>
          {(shown) => (
            <RowList label={text.over}>
              {shown.map((proposal) => (
                <RecordRow
                  key={proposal.IDCLIENT}
                  href={paths.resource.view('client', proposal.IDCLIENT)}
                  title={fullName(proposal)}
                  detail={[
                    proposal.VILLE,
                    text.last(formatDate(today(zone, new Date(proposal.last)))),
                    text.period(text.contracts[proposal.kind], periodText(retentionRule(proposal.kind).days)),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  end={
                    proposal.asked ? (
                      <StateChip label={text.asked} color="purple" />
                    ) : (
                      <AskButton proposal={proposal} online={online} onAsked={onAsked} />
                    )
                  }
                />
              ))}
            </RowList>
          )}
        </FirstRows>
      )}
    </Panel>
  )
}

function AskButton({
  proposal,
  online,
  onAsked,
}: { proposal: ErasureProposal } & Pick<ProposalsPanelProps, 'online' | 'onAsked'>) {
  const name = fullName(proposal)
  const ask = async (): Promise<void> => {
    if (await askErasure({ id: proposal.IDCLIENT, name, why: 'duree' })) onAsked()
  }
  return (
    <Button
      variant="default"
      className={`${styles.ask} ${above}`}
      disabled={!online}
      aria-label={text.askOf(name)}
      onClick={() => void ask()}
    >
      {text.ask}
    </Button>
  )
}
