import { Link } from '@tanstack/react-router'
import { useTightRoom } from '../../data/database/storage-room.ts'
import { useSession } from '../../data/session/session.tsx'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { CompanyMark } from '../../domain/company/company-mark.tsx'
import { appText } from '../../text/app.ts'
import { deviceStorageText } from '../../text/device-storage.ts'
import { formatBytes } from '../../ui/format/format.ts'
import { softHyphens } from '../../ui/format/soft-hyphens.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { AccountMenu } from '../account/account-menu.tsx'
import { SearchButton } from '../search/search-button.tsx'
import { NoticeBell } from './notice-bell.tsx'
import styles from './shell.module.css'
import { SyncPill } from './sync-pill.tsx'

/** 52 px: the company on a desktop, the page's title on a phone, then the sync pill, the notices and the account. */
export function ShellTopBar({ title, back }: { title: string; back: string | undefined }) {
  const { company } = useSession()
  const { status } = useSync()
  const left = useTightRoom()
  const details =
    left === null ? appText.sync.open : `${appText.sync.open}. ${deviceStorageText.tightRoom(formatBytes(left))}`
  return (
    <header className={styles.topBar}>
      <Link to={paths.manager.href()} className={styles.brand} aria-label={company.NOM}>
        <CompanyMark company={company} size={30} />
        <span className={styles.brandName}>{company.NOM}</span>
      </Link>
      <div className={styles.phoneTitle}>
        {back === undefined ? (
          <CompanyMark company={company} size={28} />
        ) : (
          <BackLink to={back} variant="subtle" color="ardoise" size={44} />
        )}
        <span className={styles.title} aria-hidden>
          {softHyphens(title)}
        </span>
      </div>
      <div className={styles.topActions}>
        <SearchButton />
        <span role="status">
          <Link to={paths.synchronisation.href()} className={styles.pillLink} title={details}>
            <SyncPill status={status} />
          </Link>
        </span>
        <NoticeBell />
        <AccountMenu />
      </div>
    </header>
  )
}
