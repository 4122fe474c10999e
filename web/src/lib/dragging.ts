// Dragging a card to the plate, with a finger or a mouse; a tap stays a tap.
import type { Attachment } from 'svelte/attachments';

const FAR = 12;

/** Lets an element be dragged; `dropped` is called when it is let go over the target, or well above where it lay. */
export function draggable(target: () => HTMLElement | undefined, dropped: () => void): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number; pointer: number } | null = null;
    let dragging = false;

    const down = (event: PointerEvent) => {
      if (event.button === 0) start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    };
    const move = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.pointer) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!dragging && Math.hypot(x, y) < FAR) return;
      if (!dragging) element.setPointerCapture(start.pointer);
      dragging = true;
      element.classList.add('dragged');
      element.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-8, Math.min(8, x / 12))}deg)`;
    };
    const end = (event: PointerEvent) => {
      const was = dragging;
      start = null;
      dragging = false;
      element.classList.remove('dragged');
      element.style.transform = '';
      if (!was) return;
      element.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }));
      const plate = target()?.getBoundingClientRect();
      if (
        event.type === 'pointerup' &&
        plate &&
        event.clientY < plate.bottom &&
        event.clientX > plate.left &&
        event.clientX < plate.right
      )
        dropped();
    };
    const swallow = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
    };
  };
}
