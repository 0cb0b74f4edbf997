import { Button } from '@mantine/core'
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { csvText } from '../../../schemas/csv.ts'
import { useArticles } from '../../data/records/use-articles.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { ArticleList } from '../../domain/articles/article-list.tsx'
import { ArticlePhoto } from '../../domain/articles/article-photo.tsx'
import { SyncChip } from '../../domain/records/record-sync.tsx'
import { useWhenWhole } from '../../domain/views/use-when-whole.ts'
import { articlesText as text } from '../../text/articles.ts'
import { articlesCsvText } from '../../text/articles-csv.ts'
import { downloadText } from '../../ui/format/csv.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { exportRows } from './csv/article-csv.ts'

const FILED = ['article', 'reference'] as const

/** /manager/tarifs: the company's price list (SET-08), for its directors. */
export function TarifsScreen() {
  const articles = useArticles()
  const rates = useReferences('TVA')
  const commands = useCommands()
  const whenWhole = useWhenWhole(FILED)
  const download = (): void => {
    if (articles) downloadText(articlesCsvText.fileName, csvText(exportRows(articles, rates)))
  }
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={text.copyHint}
        back={paths.parametres.href()}
        actions={
          <>
            <Button
              component={Link}
              to={paths.tarifs.import()}
              variant="default"
              leftSection={<IconUpload size={18} />}
            >
              {articlesCsvText.import}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} />}
              disabled={!articles || articles.length === 0}
              onClick={() => whenWhole(download)}
            >
              {articlesCsvText.export}
            </Button>
            <Button component={Link} to={paths.tarifs.create()} leftSection={<IconPlus size={18} />}>
              {text.add}
            </Button>
          </>
        }
      />
      {articles === undefined ? null : (
        <ArticleList
          articles={articles}
          empty={text.empty}
          hrefOf={paths.tarifs.edit}
          onArchive={(id, ARCHIVE) => commands.update('article', id, { ARCHIVE })}
          photo={({ PHOTO }) => <ArticlePhoto photo={PHOTO} />}
          mark={({ sync }) => <SyncChip state={sync.state} />}
        />
      )}
    </>
  )
}
