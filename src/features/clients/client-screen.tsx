import { Button, Menu, Tabs } from '@mantine/core'
import { IconArrowsJoin2, IconCalendarPlus } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { mayUse } from '../../../schemas/access.ts'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { useSession } from '../../data/session/session.tsx'
import { NoteCall } from '../../domain/calls/note-call.tsx'
import type { Journalled } from '../../domain/calls/use-add-to-journal.ts'
import { WriteNote } from '../../domain/calls/write-note.tsx'
import { mayAskErasure } from '../../domain/clients/ask-erasure.ts'
import { CLIENT_OWNERS, clientOwner } from '../../domain/clients/client-owner.ts'
import { LedToKept } from '../../domain/clients/led-to-kept.tsx'
import { RecordLabels } from '../../domain/labels/label-chips.tsx'
import { SentList } from '../../domain/messages/sent-panel.tsx'
import { useClientsHref } from '../../domain/navigation/use-way-back.ts'
import { useMay, useStaff } from '../../domain/personnels/use-staff.ts'
import { onlyOpen } from '../../domain/rdv/plan-rdv.ts'
import { usePlanRdv } from '../../domain/rdv/use-plan-rdv.ts'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { MissingRecord, RecordActions } from '../../domain/records/resource-view.tsx'
import { clientsText } from '../../text/clients.ts'
import { fusionText } from '../../text/fusion.ts'
import { resourceText } from '../../text/resource.ts'
import { ContactActions } from '../../ui/contact/contact-actions.tsx'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { AskErasureItem } from './ask-erasure-item.tsx'
import styles from './client.module.css'
import { ClientDevis, ClientHistory, ClientInfos, ClientProjets, ClientRdvs } from './client-panels.tsx'
import { ContactBlockNotice } from './contact-block-notice.tsx'
import { MergedNotice } from './merged-notice.tsx'
import { useClientFile } from './use-client-file.ts'

const TABS = ['infos', 'projets', 'devis', 'rdv', 'envoyes', 'historique'] as const
type Tab = (typeof TABS)[number]
const isTab = (value: unknown): value is Tab => (TABS as readonly unknown[]).includes(value)

/** /manager/client/$id */
export function ClientScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  // Another client is another page: the state of the former one must not stay.
  return <ClientPage key={id} id={id} />
}

function ClientPage({ id }: { id: string }) {
  const file = useClientFile(id)
  const { client, adresse, projets, devis, rdvs } = file
  const { account } = useSession()
  const [query, setQuery] = useQuery()
  const desktop = useDesktop()
  const staff = useStaff()
  const allowed = useMay()
  const plan = usePlanRdv()
  const back = useClientsHref()

  if (client === undefined) return null
  if (client === null)
    return (
      <LedToKept
        id={id}
        hrefOf={(kept) => `${paths.resource.view('client', kept)}${query.onglet ? `?onglet=${query.onglet}` : ''}`}
      >
        <MissingRecord back={back} />
      </LedToKept>
    )

  const name = clientEntity.label(client)
  const owner = CLIENT_OWNERS[clientOwner(client, account)]
  const phone = client.PORTABLE ?? client.TELEPHONE
  const place = adresse
    ? { label: adresseEntity.label(adresse), LATITUDE: adresse.LATITUDE, LONGITUDE: adresse.LONGITUDE }
    : client.VILLE
      ? { label: client.VILLE }
      : null

  const open = onlyOpen(projets ?? [])
  // Without an open project, or with several, what is said is about the client.
  const about: Journalled = open ? { resource: 'projet', record: open } : { resource: 'client', record: client }
  const planRdv = () => plan({ projet: open, client, attendees: 'me' }, id)
  const mayPlan = allowed('create', 'rdv')
  const mayErase = mayAskErasure(account.roles)
  const mayMerge = mayUse(staff, 'fusion.faire')
  const refuseRemoval = (): string | null => {
    if (projets === undefined) return resourceText.stillReading
    return projets.length > 0 ? clientsText.hasProjects(projets.length) : null
  }

  const counts: Partial<Record<Tab, number | undefined>> = {
    projets: projets?.length,
    devis: devis?.length,
    rdv: rdvs?.length,
  }
  const below = [...(devis ?? []).map((one) => one.IDDEVIS), ...(rdvs ?? []).map((one) => one.IDRDV)]
  // On a desktop the infos are beside the tabs.
  const tabs = desktop ? TABS.filter((tab) => tab !== 'infos') : TABS
  const wanted = isTab(query.onglet) ? query.onglet : 'infos'
  const tab: Tab = desktop && wanted === 'infos' ? 'projets' : wanted
  const infos = <ClientInfos client={client} adresse={adresse} />

  return (
    <>
      <PageHeader
        title={name}
        back={back}
        subtitle={
          <HeaderMarks>
            <StateChip label={owner.label} color={owner.color} />
            <RecordLabels held={client.IDLABELS} />
            <SyncLink resource="client" id={id} mark={client.sync} />
          </HeaderMarks>
        }
        actions={
          <RecordActions
            resource="client"
            id={id}
            label={name}
            back={back}
            refuseRemoval={refuseRemoval}
            removeOutside
            menu={
              mayMerge || mayErase ? (
                <>
                  {mayMerge ? (
                    <Menu.Item
                      component={Link}
                      {...hrefProps(paths.fusion.href(id))}
                      leftSection={<IconArrowsJoin2 size={16} />}
                    >
                      {fusionText.action}
                    </Menu.Item>
                  ) : null}
                  {mayErase ? <AskErasureItem id={id} name={name} /> : null}
                </>
              ) : undefined
            }
          />
        }
      />
      {mayMerge ? <MergedNotice id={id} /> : null}
      <ContactBlockNotice id={id} version={client.VERSION} />
      <div className={styles.actions}>
        {mayPlan ? (
          <Button leftSection={<IconCalendarPlus size={18} />} onClick={planRdv}>
            {clientsText.rdv}
          </Button>
        ) : null}
        {projets && allowed('update', about.resource) ? (
          <>
            <NoteCall about={about} name={name} onPlan={planRdv} />
            <WriteNote about={about} name={name} />
          </>
        ) : null}
        {/* On a phone four large buttons; the mail is in the infos. */}
        <ContactActions phone={phone} email={desktop ? client.MAIL : null} place={place} />
      </div>
      <div className={styles.page}>
        {desktop ? (
          <section className={`surface ${styles.side}`} aria-label={clientsText.tabs.infos}>
            <h2 className={styles.sideTitle}>{clientsText.tabs.infos}</h2>
            {infos}
          </section>
        ) : null}
        <Tabs
          value={tab}
          onChange={(next) => setQuery({ onglet: next === 'infos' ? undefined : (next ?? undefined) })}
          className={`surface ${styles.tabs}`}
          keepMounted={false}
        >
          <Tabs.List aria-label={clientsText.tabsLabel} className={styles.tabList ?? ''}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one} className={styles.tab ?? ''}>
                {clientsText.tabs[one]}
                {counts[one] ? <span className={styles.tabCount}>{counts[one]}</span> : null}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {desktop ? null : <Tabs.Panel value="infos">{infos}</Tabs.Panel>}
          <Tabs.Panel value="projets">
            <ClientProjets client={client} projets={projets} />
          </Tabs.Panel>
          <Tabs.Panel value="devis">
            <ClientDevis devis={devis} />
          </Tabs.Panel>
          <Tabs.Panel value="rdv">
            <ClientRdvs rdvs={rdvs} onCreate={mayPlan ? planRdv : null} />
          </Tabs.Panel>
          <Tabs.Panel value="envoyes">
            <SentList subject={{ resource: 'client', id, below }} />
          </Tabs.Panel>
          <Tabs.Panel value="historique">
            <ClientHistory file={file} />
          </Tabs.Panel>
        </Tabs>
      </div>
    </>
  )
}
