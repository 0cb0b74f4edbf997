/** What each process does again and again by itself: nobody sees on a screen that one of them fails each time. */
type Task = 'reminders' | 'evidence'

/** Unix seconds at which each was last done without an error; 0: never. */
export type TaskFigures = Readonly<Record<Task, number>>

export interface Tasks {
  /** It was done, and nothing of it failed. */
  done(task: Task): void
  figures(): TaskFigures
}

export function createTasks(): Tasks {
  const last = new Map<Task, number>()
  /** Counted back from now: the wall clock may have been ahead when the task was done. */
  const secondsOf = (task: Task): number => {
    const at = last.get(task)
    return at === undefined ? 0 : (Date.now() - (performance.now() - at)) / 1000
  }
  return {
    done: (task) => void last.set(task, performance.now()),
    figures: () => ({ reminders: secondsOf('reminders'), evidence: secondsOf('evidence') }),
  }
}
