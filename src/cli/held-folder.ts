import { setTimeout as wait } from 'node:timers/promises'
import { FolderInUse } from '../base/database/folder-lock.ts'
import { takesCommands } from './control-socket.ts'

const maxTries = 50
const pauseMs = 200

/**
 * Opens the data folder for a command. While another process holds it, waits until that one takes commands, or is gone,
 * for ten seconds. Throws FolderInUse.
 */
export async function openUnlessServed<T>(dataFolder: string, open: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof FolderInUse) || tries === maxTries || (await takesCommands(dataFolder)))
        throw error
      await wait(pauseMs)
    }
  }
}
