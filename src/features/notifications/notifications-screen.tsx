import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { NOTICE_DAYS, type NoticeKind, noticePath, noticeTitle } from '../../../schemas/rules/notices.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { managerHref, managerRoute, mayOpen } from '../../domain/navigation/manager-routes.ts'
import { type NoticeNames, useNoticeNames } from '../../domain/notices/use-notice-names.ts'
import { type Notice, useMarkRead, useNotices } from '../../domain/notices/use-notices.ts'
import { notificationsText as text } from '../../text/notifications.ts'
import { agoWords } from '../../ui/format/ago.ts'
import { FirstRows } from '../../ui/list/first-rows.tsx'
import { above, RowLink } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { notices as toasts } from '../../ui/notices/notices.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './notifications.module.css'

/** « Notifications » (DAY-07): what others changed for me, from the local database; a press opens the record and marks the notice as read. */
export function NotificationsScreen() {
  const notices = useNotices()
  const markRead = useMarkRead()
  const unread = notices?.filter(({ LU }) => LU === 0) ?? []
  const read = (ones: readonly Notice[]): void => void markRead(ones).catch((error) => toasts.failure(error))
  if (notices === undefined) return <PageHeader title={text.title} />
  return (
    <div className={styles.page}>
      <PageHeader
        title={text.title}
        {...(notices.length === 0 ? {} : { subtitle: text.subtitle(unread.length) })}
        {...(unread.length === 0
          ? {}
          : {
              actions: (
                <Button variant="default" h={44} onClick={() => read(unread)}>
                  {text.readAll}
                </Button>
              ),
            })}
      />
      {notices.length === 0 ? (
        <EmptyState
          text={text.empty}
          action={
            <Button component={Link} to={paths.manager.href()}>
              {text.toHome}
            </Button>
          }
        />
      ) : (
        <FirstRows name="notifications" items={notices}>
          {(shown) => <NoticeRows notices={shown} onRead={read} />}
        </FirstRows>
      )}
    </div>
  )
}

type OnRead = (notices: readonly Notice[]) => void

function NoticeRows({ notices, onRead }: { notices: readonly Notice[]; onRead: OnRead }) {
  const names = useNoticeNames(notices)
  return (
    <ul className={`surface ${styles.rows}`} aria-label={text.list(NOTICE_DAYS)}>
      {notices.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} names={names} onRead={onRead} />
      ))}
    </ul>
  )
}

function NoticeRow({ notice, names, onRead }: { notice: Notice; names: NoticeNames; onRead: OnRead }) {
  const { account } = useSession()
  const clock = { now: useNow(), zone: useZone() }
  const href = hrefOf(notice, account.roles)
  const isUnread = notice.LU === 0
  const title = noticeTitle(notice.TYPE, notice.NOMBRE)
  const author = names.author(notice)
  const facts = [
    names.subject(notice),
    notice.DETAIL,
    author === null ? null : text.by(author),
    agoWords(notice.DATE_NOTIFICATION, clock),
  ]
  return (
    <li className={styles.row} data-unread={isUnread || undefined}>
      <span className={styles.mark}>{isUnread ? <span className="visually-hidden">{text.unread}</span> : null}</span>
      <div className={styles.words}>
        {href === null ? (
          <span className={styles.name}>{title}</span>
        ) : (
          <RowLink href={href} inset className={styles.name} onOpen={() => onRead([notice])}>
            {title}
          </RowLink>
        )}
        <div className={styles.facts}>{facts.filter(Boolean).join(' · ')}</div>
      </div>
      {isUnread ? (
        <Button
          variant="subtle"
          h={44}
          px="sm"
          className={above}
          aria-label={`${text.markRead} : ${title}`}
          onClick={() => onRead([notice])}
        >
          <IconCheck size={20} aria-hidden />
        </Button>
      ) : null}
    </li>
  )
}

/** The list that shows several records of a kind, or what is left around one that has gone. */
const LISTS: Partial<Record<NoticeKind, 'agenda' | 'intervention-technicien' | 'client' | 'demandes'>> = {
  rdv_cree: 'agenda',
  rdv_deplace: 'agenda',
  rdv_annule: 'agenda',
  projet_affecte: 'client',
  intervention_affectee: 'intervention-technicien',
  intervention_deplacee: 'intervention-technicien',
  intervention_retiree: 'intervention-technicien',
  intervention_annulee: 'intervention-technicien',
  visite_arretee: 'agenda',
  demande_recue: 'demandes',
}

function hrefOf(notice: Notice, roles: readonly RoleName[]): string | null {
  const path = noticePath(notice)
  if (path !== paths.notifications.href()) return path
  const list = LISTS[notice.TYPE]
  const route = list && managerRoute(list)
  return route && mayOpen(route, roles) ? managerHref(route) : null
}
