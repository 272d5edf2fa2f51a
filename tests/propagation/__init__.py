"""Packs and unpacks: what moves them keeps what programs mean."""
