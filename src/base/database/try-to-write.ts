/**
 * Writes a row, as two statements in one transaction: into a file that is made anew, since a row in an old
 * one takes no room, and a full disk would not show.
 */
export const tryToWrite = 'truncate write_tries; insert into write_tries (tried_at) values (now())'
