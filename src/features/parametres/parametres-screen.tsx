import type { ReferenceList } from '../../../schemas/entities/reference.ts'
import { LIST_FIELDS } from '../../../schemas/rules/lists.ts'
import { useArticles } from '../../data/records/use-articles.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useOffered } from '../../data/records/use-offered.ts'
import styles from '../../domain/lists/lists.module.css'
import { articlesText } from '../../text/articles.ts'
import { importsText as imports } from '../../text/imports.ts'
import { listsText as text } from '../../text/lists.ts'
import { ownCompanyText as own } from '../../text/own-company.ts'
import { reportFormsText as formsText } from '../../text/report-forms.ts'
import { RowLink } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { ChecklistPanel } from './checklist-panel.tsx'
import { ExportPanel } from './export-panel.tsx'

interface RowProps {
  href: string
  title: string
  hint: string
  /** How many entries it has; '' while that is not known. */
  count?: string
}

function Row({ href, title, hint, count = '' }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <RowLink href={href} inset>
          {title}
        </RowLink>
        <div className={styles.detail}>{hint}</div>
      </div>
      <span className={styles.end}>{count}</span>
    </li>
  )
}

function ListRow({ list }: { list: ReferenceList }) {
  const entries = useOffered(list)
  const count = entries === undefined ? '' : text.count(entries.length)
  return <Row href={paths.liste.href(list)} {...text.of[list]} count={count} />
}

function FormsRow() {
  const forms = useLiveList('rapport', {})
  const count = forms === undefined ? '' : formsText.count(forms.filter(({ ACTIF }) => ACTIF === 1).length)
  return <Row href={paths.formulaire.href()} title={formsText.title} hint={formsText.hint} count={count} />
}

function PriceListRow() {
  const articles = useArticles()
  const count = articles === undefined ? '' : articlesText.count(articles.filter(({ ARCHIVE }) => ARCHIVE !== 1).length)
  return <Row href={paths.tarifs.href()} title={articlesText.title} hint={articlesText.hint} count={count} />
}

/** /manager/parametres: what a director sets up for the company. */
export function ParametresScreen() {
  return (
    <>
      <PageHeader title={text.title} subtitle={text.intro} />
      <div className={styles.panels}>
        <ChecklistPanel />
        <Panel title={own.company}>
          <ul className={styles.list} aria-label={own.company}>
            <Row href={paths.reglages.href()} {...own.look} />
            <Row href={paths.comptes.href()} {...own.accounts} />
            <Row href={paths.courrier.href()} {...own.mail} />
          </ul>
        </Panel>
        <Panel title={text.lists}>
          <ul className={styles.list} aria-label={text.lists}>
            {(Object.keys(LIST_FIELDS) as ReferenceList[]).map((list) => (
              <ListRow key={list} list={list} />
            ))}
          </ul>
        </Panel>
        <Panel title={text.documents}>
          <ul className={styles.list} aria-label={text.documents}>
            <FormsRow />
            <PriceListRow />
          </ul>
        </Panel>
        <Panel title={imports.entry}>
          <ul className={styles.list} aria-label={imports.entry}>
            <Row href={paths.imports.href()} title={imports.title} hint={imports.entryHint} />
          </ul>
        </Panel>
        <ExportPanel />
      </div>
    </>
  )
}
