import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ArticleList } from '../../../domain/articles/article-list.tsx'
import styles from '../../../domain/lists/lists.module.css'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { articlesText as text } from '../../../text/articles.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { adminApi } from '../online/admin-api.ts'
import { ArticleAnswer, PATH, readArticles } from './article.ts'

/** The price list of a company (SET-08), as its directors have it. */
export function CompanyArticles({ companyId }: { companyId: string }) {
  const loaded = useLoad(`articles ${companyId}`, (signal) => readArticles(companyId, signal))
  const archive = async (id: string, ARCHIVE: 0 | 1): Promise<void> => {
    const query = { company_id: companyId }
    await adminApi.write('PUT', `${PATH}/${encodeURIComponent(id)}`, { data: ArticleAnswer, body: { ARCHIVE }, query })
    loaded.reload()
  }
  return (
    <>
      <div className={styles.choice}>
        <p className={styles.hint}>{text.copyHint}</p>
        <Button
          component={Link}
          to={adminPaths.companyArticle.create(companyId)}
          size="md"
          leftSection={<IconPlus size={18} />}
        >
          {text.add}
        </Button>
      </div>
      <LoadedView loaded={loaded}>
        {(articles) => (
          <ArticleList
            articles={articles}
            empty={text.emptyAdmin}
            hrefOf={(id) => adminPaths.companyArticle.edit(companyId, id)}
            onArchive={archive}
          />
        )}
      </LoadedView>
    </>
  )
}
