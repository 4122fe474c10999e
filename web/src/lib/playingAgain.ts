// Choosing once more what is chosen: with Enter or a mouse that plays it, with a finger or the space bar it is put back.
import type { Attachment } from 'svelte/attachments';

/** For a group of toggle buttons: calls `play` for Enter or a second click on a pressed one, if `isWhole` says so. */
export function playsAgain(isWhole: () => boolean, play: () => void): Attachment<HTMLElement> {
  return (group) => {
    let pointer = '';
    const isChosen = (event: Event) => (event.target as Element).closest('[aria-pressed="true"]') !== null && isWhole();

    const pointed = (event: PointerEvent) => (pointer = event.pointerType);
    const clicked = (event: MouseEvent) => {
      // A click without a count comes from a key.
      if (event.detail > 0 && pointer === 'mouse' && isChosen(event)) playInstead(event);
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !isChosen(event)) return;
      // A key that is held down chooses, and does not play as well.
      if (event.repeat) event.preventDefault();
      else playInstead(event);
    };
    function playInstead(event: Event) {
      event.preventDefault();
      event.stopPropagation();
      play();
    }

    group.addEventListener('pointerdown', pointed);
    group.addEventListener('click', clicked);
    group.addEventListener('keydown', pressed);
    return () => {
      group.removeEventListener('pointerdown', pointed);
      group.removeEventListener('click', clicked);
      group.removeEventListener('keydown', pressed);
    };
  };
}
