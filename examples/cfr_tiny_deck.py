"""Counterfactual regret minimisation on a tiny deck of Sushi Go!, with OpenSpiel.

    python examples/cfr_tiny_deck.py

Two players get three cards each of a deck of six, one round is played, and the margin counts. The exploitability is
what a perfect opponent would win against the policy, in points: it falls towards 0, the equilibrium.
"""

from __future__ import annotations

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import okawari.envs.openspiel  # noqa: F401 (registers the games)

DECK = "tempura*2 chopsticks squid*3"


def main() -> None:
    """Solve the game, and print how close to the equilibrium the policy is."""
    drafting = pyspiel.load_game("okawari_draft", {"deck": DECK, "hand": 3, "reward": "margin"})
    game = pyspiel.convert_to_turn_based(drafting)
    solver = cfr.CFRPlusSolver(game)
    for done in range(1, 11):
        solver.evaluate_and_update_policy()
        if done in (1, 2, 5, 10):
            gap = exploitability.exploitability(game, solver.average_policy())
            print(f"after {done:2} iterations: exploitability {gap:.4f}")
    print("\nA first hand, and how to play it:")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    print(state.information_state_string())
    for action, chance in solver.average_policy().action_probabilities(state).items():
        print(f"  {state.action_to_string(action)}: {chance:.2f}")


if __name__ == "__main__":
    main()
