import { Alert, Button, Progress } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as Type from 'typebox'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { type Loaded, useLoad } from '../../../domain/online/use-load.ts'
import { adminText } from '../../../text/admin/admin.ts'
import { overviewText as text } from '../../../text/admin/overview.ts'
import { formatCount } from '../../../ui/format/format.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { hrefProps } from '../../../ui/navigation/href-props.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { Panel, PanelEmpty } from '../../../ui/page/panel.tsx'
import { ImpersonationPicker } from '../accounts/impersonation-picker.tsx'
import { adminApi } from '../online/admin-api.ts'
import { Backup, Jobs, Protection, Storage } from './answers.ts'
import { formatBytes } from './bytes.ts'
import { DevicesPanel } from './devices-panel.tsx'
import { ago, at } from './instants.ts'
import styles from './overview.module.css'

const Counted = Type.Object({ id: Type.String() })
const StaffCounted = Type.Object({ IDPERSONNEL: Type.String() })

/** The number of rows: the total that comes with a page of one row. */
const useTotal = (path: string, row: typeof Counted | typeof StaffCounted): Loaded<number> =>
  useLoad(path, async (signal) => {
    const { data, total = data.length } = await adminApi.list(path, row, { query: { limit: 1 }, signal })
    return total
  })

/** `/admin`: the state of the whole installation (ADM-01). */
export function DashboardScreen() {
  return (
    <>
      <PageHeader title={adminText.entries.home} />
      <div className={styles.figures}>
        <Figure label={text.companies} total={useTotal('/admin/company', Counted)} href={adminPaths.companies.href()} />
        <Figure
          label={text.staff}
          total={useTotal('/admin/personnels', StaffCounted)}
          href={adminPaths.list('personnels')}
        />
        <Figure label={text.admins} total={useTotal('/admin/users', Counted)} href={adminPaths.list('users')} />
      </div>
      <div className={styles.panels}>
        <ImpersonationPicker />
        <JobsPanel />
        <DevicesPanel />
        <StoragePanel />
        <BackupsPanel />
      </div>
    </>
  )
}

function Figure({ label, total, href }: { label: string; total: Loaded<number>; href: string }) {
  return (
    <Link to={href} className={`surface ${styles.figure}`}>
      <span className={`${styles.number} tabular`}>{total.data === undefined ? '…' : formatCount(total.data)}</span>
      <span className={styles.label}>{label}</span>
    </Link>
  )
}

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.line}>
      <span>{name}</span>
      <span className="tabular">{children}</span>
    </li>
  )
}

const sum = (jobs: Jobs, of: 'queued' | 'sending' | 'failed' | 'unknown'): number =>
  jobs.queues.reduce((all, queue) => all + queue[of], 0)

function JobsPanel() {
  const jobs = useLoad('jobs', (signal) => adminApi.one('/admin/jobs', Jobs, { signal }))
  return (
    <Panel
      title={text.jobs}
      action={
        <Button component={Link} {...hrefProps(`${adminPaths.messages.href()}`)} variant="subtle" size="compact-sm">
          {text.seeMessages}
        </Button>
      }
    >
      <LoadedView loaded={jobs}>
        {(data) => (
          <ul className={styles.lines}>
            <Line name={text.queued}>{formatCount(sum(data, 'queued') + sum(data, 'sending'))}</Line>
            <Line name={text.failed}>{formatCount(sum(data, 'failed'))}</Line>
            <Line name={text.unknown}>{formatCount(sum(data, 'unknown'))}</Line>
          </ul>
        )}
      </LoadedView>
    </Panel>
  )
}

function StoragePanel() {
  const storage = useLoad(
    'storage',
    async (signal) => (await adminApi.list('/admin/storage', Storage, { signal })).data,
  )
  return (
    <Panel title={text.storage}>
      <LoadedView loaded={storage}>
        {(companies) =>
          companies.length === 0 ? (
            <PanelEmpty text={adminText.noCompany} />
          ) : (
            <ul className={styles.lines}>
              {companies.map(({ id, NOM, disabled, used, quota }) => (
                <li key={id} className={styles.storage}>
                  <Link {...hrefProps(`${adminPaths.drive.href()}?entreprise=${id}`)} className={styles.link}>
                    {disabled ? adminText.disabledName(NOM) : NOM}
                  </Link>
                  <span className="tabular">{text.used(formatBytes(used), formatBytes(quota))}</span>
                  <Progress
                    className={styles.bar ?? ''}
                    value={quota === 0 ? 0 : (100 * used) / quota}
                    size="sm"
                    aria-label={text.usedBy(NOM)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
    </Panel>
  )
}

/** Backups of the whole installation, the newest first. */
const SHOWN = 5

function BackupsPanel() {
  const backups = useLoad('backups', async (signal) => (await adminApi.list('/admin/backups', Backup, { signal })).data)
  const protection = useLoad('protection', (signal) =>
    adminApi.one('/admin/backups/protection', Protection, { signal }),
  )
  const create = async (): Promise<void> => {
    await adminApi.write('POST', '/admin/backups', { data: Backup })
    backups.reload()
  }
  return (
    <Panel
      title={text.backups}
      action={
        <ActionButton
          label={text.backUp}
          run={create}
          success={text.backedUp}
          size="compact-md"
          leftSection={<IconDatabaseExport size={18} />}
        />
      }
    >
      {protection.data?.encryption === null && (
        <Alert color="ardoise" title={text.unprotected} className={styles.warning ?? ''}>
          {text.unprotectedHint}
        </Alert>
      )}
      <LoadedView loaded={backups}>
        {(all) =>
          all.length === 0 ? (
            <PanelEmpty text={text.noBackup} />
          ) : (
            <ul className={styles.lines}>
              {all
                .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
                .slice(0, SHOWN)
                .map((backup) => (
                  <Line key={backup.id} name={`${at(backup.created_at)} · ${ago(backup.created_at)}`}>
                    {text.backup(
                      formatCount(backup.rows),
                      formatCount(backup.files),
                      formatBytes(backup.bytes),
                      backup.encrypted,
                    )}
                    {backup.missing ? ` · ${text.filesMissing(backup.missing)}` : null}
                  </Line>
                ))}
              {all.length > SHOWN ? <li>{text.lastBackups(SHOWN, all.length)}</li> : null}
            </ul>
          )
        }
      </LoadedView>
    </Panel>
  )
}
