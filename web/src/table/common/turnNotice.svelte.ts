// Tells the reader that it is their turn: in the tab's title, and by sound and notification where those are on.
import type { Board } from '../../game/board';
import { APP_ICON } from '../../lib/files';
import { settings } from '../../lib/settings.svelte';
import { playSound } from '../../lib/sound';
import type { TableSource } from '../../source/tableSource';
import { say } from '../../lib/texts.svelte';

const A_WHILE = 2000;

/** Tell the reader when it is their turn. */
export function notifyTurn(table: TableSource, board: () => Board | null): void {
  let mine = false;
  let since = Date.now();

  const turn = $derived.by(() => {
    const now = board();
    return (
      !!now &&
      table.info?.phase === 'playing' &&
      !now.view.over &&
      table.yours.some((seat) => now.toMove.includes(seat))
    );
  });
  const name = $derived.by(() => {
    const menu = board()?.view.menu ?? table.info?.setting.menu;
    return menu ? say(`menu.${menu}.name`) : say('table.title');
  });

  $effect(() => {
    document.title = turn ? `● ${say('table.title-turn')} · ${name}` : `${name} · Okawari`;
    return () => (document.title = 'Okawari');
  });
  $effect(() => {
    const over = board()?.view.over;
    if (over) playSound('end');
  });
  $effect(() => {
    if (turn && !mine && (document.hidden || Date.now() - since > A_WHILE)) call();
    if (turn !== mine) since = Date.now();
    mine = turn;
  });

  function call() {
    playSound('bell');
    if (!settings.notices || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted')
      return;
    try {
      show(new Notification(say('table.notice'), { body: name, tag: table.id, icon: APP_ICON }));
    } catch {
      // Some phones allow pages no notifications; sound and title are left.
    }
  }

  function show(notice: Notification) {
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }
}
