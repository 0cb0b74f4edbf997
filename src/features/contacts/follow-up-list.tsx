import { IconCalendarPlus, IconFileEuro, IconNote, IconNotes, IconPhone } from '@tabler/icons-react'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import type { Records } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { lastCall } from '../../domain/calls/call-note.ts'
import { LabelChips } from '../../domain/labels/label-chips.tsx'
import { useLabels } from '../../domain/labels/use-labels.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { KnownClientChip } from '../../domain/projets/known-client-chip.tsx'
import { TaskRow } from '../../domain/records/task-row.tsx'
import { ListSort } from '../../domain/views/list-tools.tsx'
import type { ListView } from '../../domain/views/use-list-view.ts'
import { contactsText as text } from '../../text/contacts.ts'
import { contactLinks } from '../../ui/contact/contact-links.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import styles from './contacts.module.css'
import { type Client, nameOf, type RowActs, usePlanCall } from './follow-up-sheets.tsx'
import type { Row } from './use-follow-ups.ts'

const ROW_PHONE = 150
const ROW_DESKTOP = 84
const ICON = 18

function Actions({
  row,
  client,
  withQuote,
  onNote,
  onWrite,
}: {
  row: Row
  client: Client
  withQuote: boolean
  onNote: () => void
  onWrite: () => void
}) {
  const plan = usePlanCall()
  const allowed = useMay()
  const mayNote = allowed('update', 'projet')
  const name = nameOf(row, client)
  const phone = client?.PORTABLE ?? client?.TELEPHONE
  return (
    <>
      {phone ? (
        <PlainButton
          look="main"
          outside={contactLinks.call(phone)}
          // After the call, the sheet asks for its result.
          {...(mayNote ? { onClick: onNote } : {})}
          label={text.call(name)}
          icon={<IconPhone size={ICON} aria-hidden />}
        >
          {text.callShort}
        </PlainButton>
      ) : null}
      {mayNote ? (
        <>
          <PlainButton onClick={onNote} label={text.noteOf(name)} icon={<IconNotes size={ICON} aria-hidden />}>
            {text.note}
          </PlainButton>
          <PlainButton
            className={styles.note}
            onClick={onWrite}
            label={text.writeNoteOf(name)}
            icon={<IconNote size={ICON} aria-hidden />}
          />
        </>
      ) : null}
      {withQuote && allowed('create', 'devis') ? (
        <PlainButton
          href={paths.resource.create('devis', { IDPROJET: row.projet.IDPROJET })}
          label={text.quoteFor(name)}
          icon={<IconFileEuro size={ICON} aria-hidden />}
        >
          {text.quote}
        </PlainButton>
      ) : allowed('create', 'rdv') ? (
        <PlainButton
          onClick={() => plan(row, client)}
          label={text.planWith(name)}
          icon={<IconCalendarPlus size={ICON} aria-hidden />}
        >
          {text.plan}
        </PlainButton>
      ) : null}
    </>
  )
}

/** Projects that wait for a call: client, since when, the last result, and a button to call. */
export function FollowUpList({
  view,
  clients,
  label,
  withQuote,
  acts,
}: {
  view: ListView<Row>
  clients: Records<'client'> | undefined
  label: string
  withQuote: boolean
  acts: RowActs
}) {
  const desktop = useDesktop()
  const labels = useLabels()
  const now = useNow()
  const clientOf = ({ projet }: Row): Client => clients?.get(projet.IDCLIENT)
  return (
    <VirtualList
      items={view.rows ?? []}
      estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
      keyOf={({ projet }) => projet.IDPROJET}
      label={label}
      head={<ListSort view={view} />}
      row={(row) => {
        const client = clientOf(row)
        const call = lastCall(row.projet.JOURNAL, now)
        const phone = client?.PORTABLE ?? client?.TELEPHONE
        return (
          <TaskRow
            title={nameOf(row, client)}
            href={paths.resource.view('projet', row.projet.IDPROJET)}
            sync={row.projet.sync.state}
            reason={
              <>
                <KnownClientChip journal={row.projet.JOURNAL} />
                <LabelChips held={row.projet.IDLABELS} labels={labels} />
              </>
            }
            age={row.due}
            lines={[
              [client?.VILLE, projetEntity.label(row.projet)].filter(Boolean).join(' · '),
              call ? text.lastCall(call) : null,
              client && !phone ? text.noPhone : null,
            ]}
            actions={
              <Actions
                row={row}
                client={client}
                withQuote={withQuote}
                onNote={() => acts.onNote(row, client)}
                onWrite={() => acts.onWrite(row, client)}
              />
            }
          />
        )
      }}
    />
  )
}
